import { useEffect, useRef, useState, type FormEvent } from 'react'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { codeTyped, isCode } from './code-field.tsx'
import { formText } from './form-text.ts'

/** What a right password alone does not open: a code of an app, or a device. */
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
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi(logIn)
  useEffect(() => heading.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const code = codeTyped(formText(new FormData(event.currentTarget), 'code'))
    setSubmits((count) => count + 1)
    if (recovery ? !code : !isCode(code))
      return setErrors([{ id: 'code', key: recovery ? 'factor.recovery-missing' : 'factor.code-missing' }])
    setErrors([])
    const result = await call.run(code)
    if (result?.status === 200) return onLoggedIn()
    if (result?.status === 400) return setErrors([{ ...(fieldErrors(result)[0] ?? result.body), id: 'code' }])
    if (result?.status === 401) return onBack() // the password was changed meanwhile
    toastFailure(result)
  }

  const words =
    challenge === 'passkey' ? 'factor.login-passkey' : recovery ? 'factor.login-recovery' : 'factor.login-app'
  return (
    <section aria-labelledby="second-heading" className="space-y-5">
      <h2 id="second-heading" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('factor.login-title')}
      </h2>
      <p className="text-lg">{t(words)}</p>
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
        <ErrorSummary errors={errors} focusKey={submits} />
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
            error={errors[0]?.text}
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
            error={errors[0]?.text}
          />
        )}
        <Button type="submit" kind="primary" wide pending={call.pending}>
          {t('common.login')}
        </Button>
      </form>
      <div className="flex flex-col items-start gap-1 border-t border-line pt-4">
        {challenge === 'totp' && (
          <Button
            kind="quiet"
            onClick={() => {
              setRecovery(!recovery)
              setErrors([])
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
