import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'

/** Says what an address that is not confirmed means, and sends its mail again. `expired`: its link was dead. */
export function EmailConfirmation(props: { email: string; expired: boolean }) {
  const t = useT()
  const [openAt, setOpenAt] = useState<number>()
  const wait = useCountdown(openAt)
  const call = useApi(() => api.post('/api/auth/confirm-email'))
  async function send() {
    const result = await call.run(undefined)
    if (!result) return
    if (result.status === 200) {
      setOpenAt(Date.now() + result.value.resendAfter * 1000)
      return toast({ text: 'member.confirm-sent', type: 'success' })
    }
    if (result.status === 400 && result.body.retryAfter) setOpenAt(Date.now() + result.body.retryAfter * 1000)
    toastFailure(result)
  }
  return (
    <Notice kind="warning" title={t(props.expired ? 'member.expired-title' : 'member.confirm-title')}>
      <p>{t('member.confirm-text', { email: props.email })}</p>
      <Button icon="mail" className="mt-3" pending={call.pending || wait > 0} onClick={() => void send()}>
        {t('member.confirm-again')}
      </Button>
    </Notice>
  )
}
