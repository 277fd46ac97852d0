import { useEffect, useRef } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from '../../forms/form-text.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { CodeSent } from './registration-draft.ts'
import { ResendCode } from './resend-code.tsx'

type Props = {
  /** Of its heading, in the page's order. */
  level: 2 | 3
  /** Says where the code went. */
  text: string
  button: string
  back: string
  /** It goes on by itself once six digits are there, and begins in their field. */
  self?: boolean
  sent: CodeSent
  onSent: (sent: CodeSent) => void
  onBack: () => void
  onVerified: (answer: Value<'/api/auth/otp/verify', 'post'>) => Promise<void>
}

/** A code that was sent by SMS: typing it, asking for another, and the way back. It takes the focus when it appears. */
export function CodeForm(props: Props) {
  const t = useT()
  const Heading = `h${props.level}` as const
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useSubmit({
    read: (typed) => codeTyped(formText(typed, 'otp')),
    check: (otp) => (isCode(otp) ? [] : [{ id: 'otp', key: 'fault.otp-digits' }]),
    send: (otp) => api.post('/api/auth/otp/verify', { body: { otp } }),
    control: () => 'otp',
    done: props.onVerified,
  })
  const { self = false } = props
  useEffect(() => (self ? document.getElementById('otp') : heading.current)?.focus(), [self])

  return (
    <div className="space-y-5">
      <Heading ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('member.code-title')}
      </Heading>
      <p>{props.text}</p>
      <DemoCode />
      <form
        noValidate
        method="post"
        onSubmit={form.onSubmit}
        onInput={(event) => {
          const otp = codeTyped(formText(new FormData(event.currentTarget), 'otp'))
          if (self && isCode(otp) && !form.pending) event.currentTarget.requestSubmit()
        }}
        className="space-y-5"
      >
        <ErrorSummary {...form.summary} />
        <CodeField self={self} error={form.errorOf('otp')} />
        <Button type="submit" kind="primary" wide pending={form.pending}>
          {props.button}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        <ResendCode sent={props.sent} byMail={false} onSent={props.onSent} />
        <Button kind="quiet" icon="back" onClick={props.onBack}>
          {props.back}
        </Button>
      </div>
    </div>
  )
}
