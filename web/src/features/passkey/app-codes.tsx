import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { AppSetUp } from './app-set-up.tsx'
import { OwnPassword } from './own-password.tsx'
import { useOwnPassword } from './use-own-password.ts'

type Offer = components['schemas']['FactorOffer']
type Props = { on: boolean; onChanged: (codes: readonly string[] | undefined) => Promise<void> }

/** Setting up an authenticator app, and removing it. */
export function AppCodes({ on, onChanged }: Props) {
  const t = useT()
  const [offer, setOffer] = useState<Offer>()
  const begin = useOwnPassword(
    (password) => api.post('/api/member/factor/totp/begin', { body: { password } }),
    setOffer,
  )
  const remove = useOwnPassword(
    (password) => api.post('/api/member/factor/totp/remove', { body: { password } }),
    () => onChanged(undefined),
  )

  if (offer) {
    return (
      <AppSetUp
        offer={offer}
        onDone={(codes) => {
          setOffer(undefined)
          return onChanged(codes)
        }}
      />
    )
  }
  const asking = [begin, remove].find(({ asks }) => asks)
  if (asking) {
    return (
      <form noValidate method="post" onSubmit={asking.onSubmit} className="space-y-4">
        <OwnPassword wrong={asking.wrong} />
        <Button type="submit" kind="primary" pending={asking.pending}>
          {t('common.continue')}
        </Button>
      </form>
    )
  }
  return (
    <>
      {on && <p className="mb-4 font-semibold">{t('factor.app-on')}</p>}
      <div className="flex flex-wrap gap-3">
        <form method="post" onSubmit={begin.onSubmit}>
          <Button type="submit" kind={on ? 'plain' : 'primary'} pending={begin.pending}>
            {t(on ? 'factor.app-again' : 'factor.app-begin')}
          </Button>
        </form>
        {on && (
          <form method="post" onSubmit={remove.onSubmit}>
            <Button type="submit" kind="danger" pending={remove.pending}>
              {t('factor.app-remove')}
            </Button>
          </form>
        )}
      </div>
    </>
  )
}
