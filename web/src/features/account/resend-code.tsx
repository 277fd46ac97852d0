import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { codeSent, type CodeSent } from './registration-draft.ts'
import { waitInWords } from './wait.ts'

type Refused = Exclude<ApiResult<unknown>, { status: 200 }>

type Props = {
  sent: CodeSent
  /** Offers the way by mail too. */
  byMail: boolean
  onSent: (sent: CodeSent) => void
  /** Answers a refusal in its own way when it says true. */
  onRefused?: (result: Refused) => boolean
}

/** Asks for another code, once the wait that the server names is over. */
export function ResendCode({ sent, byMail, onSent, onRefused }: Props) {
  const t = useT()
  const wait = useCountdown(sent.resendAt)
  const resend = useApi((channel: 'sms' | 'mail') => api.post('/api/auth/otp', { query: { channel } }))

  async function again(channel: 'sms' | 'mail') {
    const result = await resend.run(channel)
    if (!result) return
    if (result.status === 200) {
      const sentNow = codeSent(result.value)
      onSent({ ...sentNow, channel: sentNow.channel ?? channel })
      toast({ text: 'member.code-resent', type: 'success' })
      return
    }
    if (onRefused?.(result)) return
    if (result.status === 400 && result.body.retryAfter)
      onSent({ ...sent, resendAt: Date.now() + result.body.retryAfter * 1000 })
    toastFailure(result)
  }

  if (wait > 0) return <p className="py-2 text-ink-2">{t('member.code-wait', { time: waitInWords(t, wait) })}</p>
  return (
    <div className="flex flex-wrap gap-3">
      <Button pending={resend.pending} onClick={() => void again('sms')}>
        {t('member.code-again')}
      </Button>
      {byMail && (
        <Button icon="mail" pending={resend.pending} onClick={() => void again('mail')}>
          {t('member.code-to-mail')}
        </Button>
      )}
    </div>
  )
}
