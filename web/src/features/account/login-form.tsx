import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formText } from '../../forms/form-text.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { LoginCode, type Challenge } from './login-code.tsx'
import { PasswordField } from './password-field.tsx'
import { RetryWait } from './retry-wait.tsx'
import { safeRedirect } from './safe-redirect.ts'
import { useAfterLogin } from './use-after-login.ts'

type Typed = { identifier: string; password: string; remember: boolean }

/**
 * Login with number or e-mail address and password; then, for the office, the second factor. The fields are
 * uncontrolled, so values that the browser filled in before hydration stay.
 */
export function LoginForm() {
  const t = useT()
  const { search } = usePage()
  const afterLogin = useAfterLogin()
  const [second, setSecond] = useState<{ challenge: Challenge; typed: Typed }>()
  const form = useForm({
    read: (typed): Typed => ({
      identifier: formText(typed, 'identifier').trim(),
      password: formText(typed, 'password'),
      remember: typed.has('remember'),
    }),
    check: missingFields,
    send: (body) => api.post('/api/auth/authentication', { body }),
    refused: ({ status }) => (status === 401 ? [{ id: 'identifier', key: 'fault.wrong-credentials' }] : undefined),
    done: ({ challenge }, typed) => (challenge ? setSecond({ challenge, typed }) : afterLogin()),
  })

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
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
      <ErrorSummary {...form.summary} />
      <TextField
        id="identifier"
        name="identifier"
        label={t('member.identifier')}
        hint={t('member.identifier-hint')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errorOf('identifier')}
      />
      <PasswordField
        id="password"
        name="password"
        label={t('member.password')}
        autoComplete="current-password"
        error={form.errorOf('password')}
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
      <RetryWait until={form.retryAt} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
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
