import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { OwnPassword } from './own-password.tsx'
import { useOwnPassword } from './use-own-password.ts'

/** Replaces the recovery codes with ten new ones. */
export function RenewCodes({ onRenewed }: { onRenewed: (codes: readonly string[] | undefined) => Promise<void> }) {
  const t = useT()
  const form = useOwnPassword(
    (password) => api.post('/api/member/factor/recovery', { body: { password } }),
    ({ codes }) => onRenewed(codes ?? undefined),
  )
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-4">
      {form.asks && <OwnPassword wrong={form.wrong} />}
      <Button type="submit" pending={form.pending}>
        {t(form.asks ? 'common.continue' : 'factor.renew')}
      </Button>
      <p className="text-ink-2">{t('factor.renew-hint')}</p>
    </form>
  )
}
