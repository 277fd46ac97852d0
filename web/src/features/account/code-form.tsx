import { useEffect, useRef, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import type { CodeSent } from './registration-draft.ts'
import { ResendCode } from './resend-code.tsx'

type Props = {
  /** The heading level. */
  level: 2 | 3
  /** Says where the code was sent. */
  text: string
  button: string
  back: string
  sent: CodeSent
  /** Whether the code can be sent by e-mail too. */
  byMail?: boolean
  /** Shown below after another code was sent. */
  resentText?: string
  onSent: (sent: CodeSent) => void
  onBack: () => void
  /** The code has expired, or was wrong five times. */
  onDead?: () => void
  onVerified: (answer: Value<'/api/auth/otp/verify', 'post'>) => Promise<void>
}

const guesses = 5

/**
 * The step that asks for a code: entering it, requesting another one, and going back. It focuses its field, and submits
 * after six digits.
 */
export function CodeForm(props: Props) {
  const t = useT()
  const { byMail = false, onDead } = props
  const Heading = `h${props.level}` as const
  const wrong = useRef(0)
  const [resent, setResent] = useState(false)
  const form = useForm({
    read: (typed) => codeTyped(formText(typed, 'otp')),
    check: (otp) => (isCode(otp) ? [] : [{ id: 'otp', key: 'fault.otp-digits' }]),
    send: (otp) => api.post('/api/auth/otp/verify', { body: { otp } }),
    control: () => 'otp',
    refused: (result) => {
      if (!onDead || result.status !== 400) return undefined
      if (result.body.code === 'otp-invalid') wrong.current++
      if (result.body.code !== 'otp-not-pending' && wrong.current !== guesses) return undefined
      onDead()
      return []
    },
    done: props.onVerified,
  })
  useEffect(() => document.getElementById('otp')?.focus(), [])

  return (
    <div className="space-y-5">
      <Heading className={props.level === 2 ? 'text-2xl' : 'text-xl'}>{t('member.code-title')}</Heading>
      <p>{props.text}</p>
      <DemoCode />
      <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary {...form.summary} />
        <CodeField error={form.errorOf('otp')} />
        <Button type="submit" kind="primary" wide pending={form.pending}>
          {props.button}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        <ResendCode
          sent={props.sent}
          byMail={byMail}
          onSent={(sent) => {
            setResent(true)
            props.onSent(sent)
          }}
          onRefused={
            onDead &&
            ((result) => {
              const gone = result.status === 400 && result.body.code === 'otp-not-pending'
              if (gone) onDead()
              return gone
            })
          }
        />
        {resent && props.resentText && <p>{props.resentText}</p>}
        <Button kind="quiet" icon="back" onClick={props.onBack}>
          {props.back}
        </Button>
      </div>
    </div>
  )
}
