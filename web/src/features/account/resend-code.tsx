import { api } from '../../api/client.ts'
import type { Refusal } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { codeSent, type CodeSent } from './registration-draft.ts'
import { waitInWords } from './wait.ts'

type Props = {
  sent: CodeSent
  /** Whether e-mail is offered too. */
  byMail: boolean
  onSent: (sent: CodeSent) => void
  /** Returns true when it has handled an error. */
  onRefused?: (result: Refusal) => boolean
}

/** Requests another code, after the waiting time that the server gives. */
export function ResendCode({ sent, byMail, onSent, onRefused }: Props) {
  const t = useT()
  const wait = useCountdown(sent.resendAt)
  const resend = useAct((channel: 'sms' | 'mail') => api.post('/api/auth/otp', { query: { channel } }), {
    done: (answer, channel) => {
      const sentNow = codeSent(answer)
      onSent({ ...sentNow, channel: sentNow.channel ?? channel })
      toast({ text: 'member.code-resent', type: 'success' })
    },
    refused: (result) => {
      if (result && onRefused?.(result)) return true
      if (result?.status === 400 && result.body.retryAfter)
        onSent({ ...sent, resendAt: Date.now() + result.body.retryAfter * 1000 })
      return false
    },
  })

  if (wait > 0) return <p className="py-2 text-ink-2">{t('member.code-wait', { time: waitInWords(t, wait) })}</p>
  return (
    <div className="flex flex-wrap gap-3">
      <Button pending={resend.pending} onClick={() => void resend.send('sms')}>
        {t('member.code-again')}
      </Button>
      {byMail && (
        <Button icon="mail" pending={resend.pending} onClick={() => void resend.send('mail')}>
          {t('member.code-to-mail')}
        </Button>
      )}
    </div>
  )
}
