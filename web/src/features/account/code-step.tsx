import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../page/payload.tsx'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, type SummaryError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { formText } from './form-text.ts'
import type { CodeSent, Draft } from './registration-draft.ts'
import { waitInWords } from './wait.ts'

type Props = { draft: Draft; onResent: (sent: CodeSent) => void; onBack: () => void; onVerified: () => Promise<void> }

/** The code that was sent: typing it, asking for another, and the way back to the number. */
export function CodeStep({ draft, onResent, onBack, onVerified }: Props) {
  const t = useT()
  const { site } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  const [errors, setErrors] = useState<SummaryError[]>([])
  const [submits, setSubmits] = useState(0)
  const wait = useCountdown(draft.sent.resendAt)
  const verify = useApi((otp: string) => api.post('/api/auth/otp/verify', { body: { otp } }))
  const resend = useApi((channel: 'sms' | 'mail') => api.post('/api/auth/otp', { query: { channel } }))
  useEffect(() => heading.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (verify.pending) return
    const otp = formText(new FormData(event.currentTarget), 'otp').replace(/[\s-]/g, '')
    setSubmits((count) => count + 1)
    if (!/^[\d０-９]{6}$/.test(otp)) return setErrors([{ id: 'otp', text: t('fault.otp-digits') }])
    setErrors([])
    const result = await verify.run(otp)
    if (result?.status === 200) return onVerified()
    if (result?.status === 400) setErrors([{ id: 'otp', text: result.body.title }])
    else toastFailure(result)
  }

  async function again(channel: 'sms' | 'mail') {
    const result = await resend.run(channel)
    if (result?.status === 200) {
      const { resendAfter, expiresAt, ...answer } = result.value
      onResent({
        resendAt: Date.now() + resendAfter * 1000,
        expiresAt: Date.parse(expiresAt),
        channel: answer.channel ?? channel,
      })
      toast({ text: 'member.code-resent', type: 'success' })
      return
    }
    if (result?.status === 400 && result.body.retryAfter)
      onResent({ ...draft.sent, resendAt: Date.now() + result.body.retryAfter * 1000 })
    toastFailure(result)
  }

  const { mobile, email } = draft.typed
  const byMail = draft.sent.channel === 'mail'
  return (
    <section aria-labelledby="code-heading" className="space-y-5">
      <h2 id="code-heading" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('member.code-title')}
      </h2>
      <p className="text-lg">
        {t(byMail ? 'member.code-by-mail' : 'member.code-by-sms', { to: byMail ? email : mobile })}
      </p>
      {site.demo && (
        <Notice>
          {t('member.demo-code')}{' '}
          <a className="link" href="/demo/outbox" target="_blank" rel="noopener">
            /demo/outbox<span className="sr-only"> {t('member.new-tab')}</span>
          </a>
        </Notice>
      )}
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
        <ErrorSummary errors={errors} focusKey={submits} />
        <TextField
          id="otp"
          name="otp"
          label={t('member.code')}
          hint={t('member.code-hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-56 text-2xl tracking-[.3em]"
          error={errors[0]?.text}
        />
        <Button type="submit" kind="primary" wide pending={verify.pending}>
          {t('member.code-button')}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        {wait > 0 ? (
          <p className="py-2 text-ink-2">{t('member.code-wait', { time: waitInWords(t, wait) })}</p>
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button pending={resend.pending} onClick={() => void again('sms')}>
              {t('member.code-again')}
            </Button>
            {email && (
              <Button icon="mail" pending={resend.pending} onClick={() => void again('mail')}>
                {t('member.code-to-mail')}
              </Button>
            )}
          </div>
        )}
        <Button kind="quiet" icon="back" onClick={onBack}>
          {t('member.code-back')}
        </Button>
      </div>
    </section>
  )
}
