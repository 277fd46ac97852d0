import { useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import type { ApiResult } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useErrors, type Wrong } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { formText } from './form-text.ts'
import { LoginCode, type Challenge } from './login-code.tsx'
import { PasswordField } from './password-field.tsx'
import { safeRedirect } from './safe-redirect.ts'
import { useAfterLogin } from './use-after-login.ts'
import { waitInWords } from './wait.ts'

type Typed = { identifier: string; password: string; remember: boolean }

/**
 * Number or address, and password; then, for the office, the second step. Fields are the browser's own, so what it
 * fills in before the script is here stays.
 */
export function LoginForm() {
  const t = useT()
  const { search } = usePage()
  const afterLogin = useAfterLogin()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [openAt, setOpenAt] = useState<number>()
  const wait = useCountdown(openAt)
  const [second, setSecond] = useState<{ challenge: Challenge; typed: Typed }>()
  const call = useApi((body: Typed) => api.post('/api/auth/authentication', { body }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const typed = new FormData(event.currentTarget)
    const body = {
      identifier: formText(typed, 'identifier').trim(),
      password: formText(typed, 'password'),
      remember: typed.has('remember'),
    }
    setSubmits((count) => count + 1)
    const missing = missingFields(body)
    setErrors(missing)
    if (missing.length > 0) return
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) {
      const { challenge } = result.value
      return challenge ? setSecond({ challenge, typed: body }) : afterLogin()
    }
    setErrors(refusal(result))
    if (result.status === 400 && result.body.retryAfter) setOpenAt(Date.now() + result.body.retryAfter * 1000)
    if (result.status === 500 || result.status === 404) toastFailure(result)
  }

  if (second) {
    return (
      <LoginCode
        challenge={second.challenge}
        logIn={(code) => api.post('/api/auth/authentication', { body: { ...second.typed, code } })}
        onLoggedIn={afterLogin}
        onBack={() => setSecond(undefined)}
      />
    )
  }
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} focusKey={submits} />
      <TextField
        id="identifier"
        name="identifier"
        label={t('member.identifier')}
        hint={t('member.identifier-hint')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf('identifier')}
      />
      <PasswordField
        id="password"
        name="password"
        label={t('member.password')}
        autoComplete="current-password"
        error={errorOf('password')}
        after={
          <Link
            to="member-forgot-password"
            query={{ redirect: safeRedirect(search) }}
            data-keep="redirect"
            className="link mt-1 inline-flex min-h-11 items-center"
          >
            {t('member.to-forgot')}
          </Link>
        }
      />
      <Checkbox id="remember" name="remember" label={t('member.remember')} hint={t('member.remember-hint')} />
      {wait > 0 && <p className="font-semibold text-gold-7">{t('member.wait', { time: waitInWords(t, wait) })}</p>}
      <Button type="submit" kind="primary" wide pending={call.pending}>
        {t('common.login')}
      </Button>
    </form>
  )
}

function missingFields(body: { identifier: string; password: string }): Wrong[] {
  const missing: Wrong[] = []
  if (!body.identifier) missing.push({ id: 'identifier', key: 'member.identifier-missing' })
  if (!body.password) missing.push({ id: 'password', key: 'member.password-missing' })
  return missing
}

function refusal(result: Exclude<ApiResult<unknown>, { status: 200 }>): Wrong[] {
  if (result.status === 401) return [{ id: 'identifier', key: 'fault.wrong-credentials' }]
  if (result.status !== 400) return []
  return [result.body]
}
