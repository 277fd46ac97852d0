import { useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { formText } from './form-text.ts'
import { PasswordField } from './password-field.tsx'

/** The address of an account, and the way to the page that gives it another: it asks for the password first. */
export function ChangeEmail({ email, confirmed }: { email: string; confirmed: boolean }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((password: string) => api.post('/api/member/update/email', { body: { password } }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const password = formText(new FormData(event.currentTarget), 'password')
    setSubmits((count) => count + 1)
    setErrors([])
    const result = await call.run(password)
    if (!result) return
    if (result.status === 200)
      return navigate(href('member-reset-email', undefined, { query: { ticket: result.value.ticket } }))
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result).map((said) => ({ ...said, id: 'new-email-password' }))
    setErrors(refused.length > 0 ? refused : [result.body])
  }

  return (
    <div className="space-y-4">
      <p className="break-words text-lg font-semibold">
        {email || <span className="font-normal text-ink-2">{t('member.none')}</span>}
        {email && !confirmed && (
          <span className="ml-3 inline-block rounded-full bg-gold-1 px-3 text-sm text-gold-7">
            {t('member.unconfirmed')}
          </span>
        )}
      </p>
      <Button icon="mail" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(email ? 'profile.email-change' : 'profile.email-add')}
      </Button>
      {open && (
        <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
          <ErrorSummary errors={errors} focusKey={submits} />
          <PasswordField
            id="new-email-password"
            name="password"
            label={t('profile.password-again')}
            hint={t('profile.password-why')}
            autoComplete="current-password"
            error={errors.find(({ id }) => id)?.text}
          />
          <Button type="submit" kind="primary" wide pending={call.pending}>
            {t('profile.email-go')}
          </Button>
        </form>
      )}
    </div>
  )
}
