import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from '../../forms/form-text.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { CodeSent, Draft } from './registration-draft.ts'
import { ResendCode } from './resend-code.tsx'

type Props = {
  draft: Draft
  onResent: (sent: CodeSent) => void
  onBack: () => void
  /** No code is waited for any more: of age, or of the fifth wrong guess. */
  onDead: () => void
  onVerified: () => Promise<void>
}

const guesses = 5

/** The code that was sent: typing it, asking for another, and the way back to the number. */
export function CodeStep({ draft, onResent, onBack, onDead, onVerified }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [resent, setResent] = useState(0)
  const wrong = useRef(0)
  const form = useSubmit({
    read: (typed) => codeTyped(formText(typed, 'otp')),
    check: (otp) => (isCode(otp) ? [] : [{ id: 'otp', key: 'fault.otp-digits' }]),
    send: (otp) => api.post('/api/auth/otp/verify', { body: { otp } }),
    control: () => 'otp',
    refused: (result) => {
      if (result.status !== 400) return undefined
      if (result.body.code === 'otp-invalid') wrong.current++
      if (result.body.code !== 'otp-not-pending' && wrong.current !== guesses) return undefined
      onDead()
      return []
    },
    done: onVerified,
  })
  useEffect(() => heading.current?.focus(), [])

  const { mobile, email } = draft.typed
  const byMail = draft.sent.channel === 'mail'
  return (
    <section aria-labelledby="code-heading" className="space-y-5">
      <h2 id="code-heading" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('member.code-title')}
      </h2>
      <p className="text-lg">
        {t(byMail ? 'member.code-by-mail' : 'member.code-by-sms', {
          to: byMail ? email : mobile.replaceAll(' ', '\u00a0'),
        })}
      </p>
      <DemoCode />
      <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary {...form.summary} />
        <CodeField error={form.errorOf('otp')} />
        <Button type="submit" kind="primary" wide pending={form.pending}>
          {t('member.code-button')}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        <ResendCode
          sent={draft.sent}
          byMail={draft.sent.mailOffered === true && draft.sent.channel !== 'mail'}
          onSent={(sent) => {
            setResent((count) => count + 1)
            onResent(sent)
          }}
          onRefused={(result) => {
            const gone = result.status === 400 && result.body.code === 'otp-not-pending'
            if (gone) onDead()
            return gone
          }}
        />
        {resent > 0 && email === '' && <p>{t('member.code-add-email')}</p>}
        <Button kind="quiet" icon="back" onClick={onBack}>
          {t('member.code-back')}
        </Button>
      </div>
    </section>
  )
}
