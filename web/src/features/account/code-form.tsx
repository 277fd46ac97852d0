import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from './form-text.ts'
import type { CodeSent } from './registration-draft.ts'
import { ResendCode } from './resend-code.tsx'

type Props = {
  /** Of its heading, in the page's order. */
  level: 2 | 3
  /** Says where the code went. */
  text: string
  button: string
  back: string
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
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const verify = useApi((otp: string) => api.post('/api/auth/otp/verify', { body: { otp } }))
  useEffect(() => heading.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (verify.pending) return
    const otp = codeTyped(formText(new FormData(event.currentTarget), 'otp'))
    setSubmits((count) => count + 1)
    if (!isCode(otp)) return setErrors([{ id: 'otp', key: 'fault.otp-digits' }])
    setErrors([])
    const result = await verify.run(otp)
    if (result?.status === 200) return props.onVerified(result.value)
    if (result?.status === 400) setErrors([{ ...(result.body.errors?.[0] ?? result.body), id: 'otp' }])
    else toastFailure(result)
  }

  return (
    <div className="space-y-5">
      <Heading ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('member.code-title')}
      </Heading>
      <p>{props.text}</p>
      <DemoCode />
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
        <ErrorSummary errors={errors} focusKey={submits} />
        <CodeField error={errors[0]?.text} />
        <Button type="submit" kind="primary" wide pending={verify.pending}>
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
