import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Says what an address that is not confirmed means, and sends its mail again. `expired`: its link was dead. */
export function EmailConfirmation(props: { email: string; expired: boolean }) {
  const t = useT()
  const call = useApi(() => api.post('/api/auth/confirm-email'))
  async function send() {
    const result = await call.run(undefined)
    if (!result) return
    if (result.status === 200) return toast({ text: 'member.confirm-sent', type: 'success' })
    toastFailure(result)
  }
  return (
    <Notice kind="warning" title={t(props.expired ? 'member.expired-title' : 'member.confirm-title')}>
      <p>{t('member.confirm-text', { email: props.email })}</p>
      <Button icon="mail" className="mt-3" pending={call.pending} onClick={() => void send()}>
        {t('member.confirm-again')}
      </Button>
    </Notice>
  )
}
