import { useState, type FormEvent } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { formText } from './form-text.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'
import { PolicyConsent } from './policy-consent.tsx'
import { checkRegistration, type RegistrationBody } from './registration-check.ts'
import type { CodeSent, Typed } from './registration-draft.ts'
import { waitInWords } from './wait.ts'

/** Fields of the answer, and the controls that they belong to. */
const controls: Record<string, string> = { acceptedPolicies: 'consent' }

type Props = { typed?: Typed; policies: string; hidden: boolean; onSent: (typed: Typed, sent: CodeSent) => void }

/** Who registers. The form stays in the page while the code is asked for, so going back finds everything as it was. */
export function RegistrationForm({ typed, policies, hidden, onSent }: Props) {
  const t = useT()
  const locale = useLocale()
  const [attempt] = useState(() => newAttempt())
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [strength, setStrength] = useState<Strength>('empty')
  const [openAt, setOpenAt] = useState<number>()
  const wait = useCountdown(openAt)
  const call = useApi((body: RegistrationBody) =>
    api.post('/api/auth/registration', { body, idempotencyKey: attempt.keyFor(body) }),
  )

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const form = new FormData(event.currentTarget)
    const value = (name: string) => formText(form, name)
    const now: Typed = {
      name: value('name'),
      chineseName: value('chineseName'),
      mobile: value('mobile'),
      email: value('email').trim(),
      consent: form.has('consent'),
    }
    const password = value('password')
    setSubmits((count) => count + 1)
    const wrong = checkRegistration(now, password).map(({ field, key }) => ({ id: field, key }))
    setErrors(wrong)
    if (wrong.length > 0) return
    const body: RegistrationBody = {
      name: now.name,
      mobile: now.mobile,
      password,
      locale,
      acceptedPolicies: policies,
      ...(now.chineseName && { chineseName: now.chineseName }),
      ...(now.email && { email: now.email }),
    }
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) {
      attempt.done()
      const sent = result.value
      onSent(now, {
        resendAt: Date.now() + sent.resendAfter * 1000,
        expiresAt: Date.parse(sent.expiresAt),
        channel: sent.channel,
        mailOffered: sent.mailOffered,
      })
      return
    }
    const refused = fieldErrors(result).map((error) => ({ ...error, id: controls[error.field] ?? error.field }))
    if (result.status !== 400) return toastFailure(result)
    setErrors(refused.length > 0 ? refused : [result.body])
    if (result.body.retryAfter) setOpenAt(Date.now() + result.body.retryAfter * 1000)
  }

  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <form
      noValidate
      method="post"
      hidden={hidden}
      className="space-y-5"
      onSubmit={(event) => void submit(event)}
      onInput={(event) => {
        const form = new FormData(event.currentTarget)
        setStrength(passwordStrength(formText(form, 'password'), formText(form, 'mobile')))
      }}
    >
      <ErrorSummary errors={hidden ? [] : errors} focusKey={submits} />
      <TextField
        id="name"
        name="name"
        label={t('member.name')}
        hint={t('member.name-hint')}
        autoComplete="name"
        defaultValue={typed?.name}
        error={errorOf('name')}
      />
      <TextField
        id="chineseName"
        name="chineseName"
        label={t('member.chinese-name')}
        hint={t('member.chinese-name-hint')}
        optional
        lang="zh-Hans"
        autoComplete="off"
        defaultValue={typed?.chineseName}
        error={errorOf('chineseName')}
      />
      <TextField
        id="mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        label={t('member.mobile')}
        hint={t('member.mobile-hint')}
        autoComplete="tel"
        defaultValue={typed?.mobile ?? '+65 '}
        error={errorOf('mobile')}
      />
      <TextField
        id="email"
        name="email"
        type="email"
        inputMode="email"
        label={t('member.email')}
        hint={t('member.email-hint')}
        optional
        autoComplete="email"
        autoCapitalize="none"
        defaultValue={typed?.email}
        error={errorOf('email')}
      />
      <NewPasswordField label={t('member.password')} strength={strength} error={errorOf('password')} />
      <Checkbox
        id="consent"
        name="consent"
        label={<PolicyConsent />}
        defaultChecked={typed?.consent}
        error={errorOf('consent')}
      />
      {wait > 0 && <p className="font-semibold text-gold-7">{t('member.wait', { time: waitInWords(t, wait) })}</p>}
      <Button type="submit" kind="primary" wide pending={call.pending}>
        {t('member.register-button')}
      </Button>
    </form>
  )
}
