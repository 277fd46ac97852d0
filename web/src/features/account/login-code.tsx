import { useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { codeTyped, isCode } from './code-field.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'

/** A second factor required after the password: a code from an app, or a passkey. */
export type Challenge = 'totp' | 'passkey'

type Props = {
  challenge: Challenge
  logIn: (code: string) => Promise<ApiResult<unknown>>
  onLoggedIn: () => Promise<void>
  onBack: () => void
}

/** The second step of the office's login: the app's six digits, or a recovery code when the phone is lost. */
export function LoginCode({ challenge, logIn, onLoggedIn, onBack }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [recovery, setRecovery] = useState(challenge === 'passkey')
  const form = useForm({
    read: (typed) => codeTyped(formText(typed, 'code')),
    check: (code) =>
      (recovery ? code : isCode(code))
        ? []
        : [{ id: 'code', key: recovery ? 'factor.recovery-missing' : 'factor.code-missing' }],
    send: logIn,
    control: () => 'code',
    refused: ({ status }) => {
      if (status !== 401) return undefined
      onBack() // the password was changed meanwhile
      return []
    },
    done: onLoggedIn,
  })
  useEffect(() => heading.current?.focus(), [])

  const words =
    challenge === 'passkey' ? 'factor.login-passkey' : recovery ? 'factor.login-recovery' : 'factor.login-app'
  return (
    <section aria-labelledby="second-heading" className="space-y-5">
      <h2 id="second-heading" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('factor.login-title')}
      </h2>
      <p className="text-lg">{t(words)}</p>
      <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary {...form.summary} />
        {recovery ? (
          <TextField
            key="recovery"
            id="code"
            name="code"
            label={t('factor.recovery-code')}
            hint={t('factor.recovery-hint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={form.errorOf('code')}
          />
        ) : (
          <TextField
            key="app"
            id="code"
            name="code"
            label={t('factor.code')}
            hint={t('factor.code-hint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-56 text-2xl tracking-[.3em]"
            error={form.errorOf('code')}
          />
        )}
        <Button type="submit" kind="primary" wide pending={form.pending}>
          {t('common.login')}
        </Button>
      </form>
      <div className="flex flex-col items-start gap-1 border-t border-line pt-4">
        {challenge === 'totp' && (
          <Button
            kind="quiet"
            onClick={() => {
              setRecovery(!recovery)
              form.clear()
            }}
          >
            {t(recovery ? 'factor.to-app' : 'factor.to-recovery')}
          </Button>
        )}
        <Button kind="quiet" icon="back" onClick={onBack}>
          {t('factor.back')}
        </Button>
      </div>
    </section>
  )
}
