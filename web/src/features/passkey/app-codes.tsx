import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { AppSetUp } from './app-set-up.tsx'
import { refused } from './ceremony.ts'
import { OwnPassword } from './own-password.tsx'

type Offer = components['schemas']['AccountTOTPOffer']
type Props = { on: boolean; onChanged: (codes: readonly string[] | undefined) => Promise<void> }

/** Setting up the app that makes codes, and doing without it. */
export function AppCodes({ on, onChanged }: Props) {
  const t = useT()
  const [offer, setOffer] = useState<Offer>()
  const [asked, setAsked] = useState<{ by: 'begin' | 'remove' }>()
  const [wrong, setWrong] = useTold()
  const password = useRef<HTMLInputElement>(null)
  const begin = useApi((typed: string) => api.post('/api/member/factor/totp/begin', { body: { password: typed } }))
  const remove = useApi((typed: string) => api.post('/api/member/factor/totp/remove', { body: { password: typed } }))
  useEffect(() => {
    if (asked) password.current?.focus()
  }, [asked])

  function notDone(by: 'begin' | 'remove', result: Exclude<ApiResult<unknown>, { status: 200 }>) {
    const why = refused(result)
    if (why.kind !== 'password') return toastFailure(result)
    setAsked({ by })
    setWrong(why.wrong)
  }
  async function start() {
    const result = await begin.run(password.current?.value ?? '')
    if (!result) return
    if (result.status !== 200) return notDone('begin', result)
    setAsked(undefined)
    setOffer(result.value)
  }
  async function stop() {
    const result = await remove.run(password.current?.value ?? '')
    if (!result) return
    if (result.status !== 200) return notDone('remove', result)
    setAsked(undefined)
    await onChanged(undefined)
  }
  function goOn(event: FormEvent) {
    event.preventDefault()
    void (asked?.by === 'remove' ? stop() : start())
  }

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
  if (asked) {
    return (
      <form noValidate method="post" onSubmit={goOn} className="space-y-4">
        <OwnPassword ref={password} wrong={wrong} />
        <Button type="submit" kind="primary" pending={begin.pending || remove.pending}>
          {t('passkey.go-on')}
        </Button>
      </form>
    )
  }
  return (
    <>
      {on && <p className="mb-4 font-semibold">{t('factor.app-on')}</p>}
      <div className="flex flex-wrap gap-3">
        <Button kind={on ? 'plain' : 'primary'} pending={begin.pending} onClick={() => void start()}>
          {t(on ? 'factor.app-again' : 'factor.app-begin')}
        </Button>
        {on && (
          <Button kind="danger" pending={remove.pending} onClick={() => void stop()}>
            {t('factor.app-remove')}
          </Button>
        )}
      </div>
    </>
  )
}
