import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useErrors, type Wrong } from '../../forms/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formText } from './form-text.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'

type Props = {
  /** What the account is called, so that a password manager knows which one changes. */
  username: string
  staff: boolean
  onChanged: () => Promise<void>
}

// The server's name of the field, and the one that the form knows it by.
const ids: Record<string, string> = { newPassword: 'password', currentPassword: 'current-password' }

/** A new password, for who knows the current one. */
export function ChangePassword({ username, staff, onChanged }: Props) {
  const t = useT()
  const done = useRef<HTMLDivElement>(null)
  const [changes, setChanges] = useState(0)
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [strength, setStrength] = useState<Strength>('empty')
  const call = useApi((body: { currentPassword: string; newPassword: string }) =>
    api.post('/api/member/update/password', { body }),
  )
  useEffect(() => {
    if (changes > 0) done.current?.focus()
  }, [changes])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const form = event.currentTarget
    const typed = new FormData(form)
    const body = { currentPassword: formText(typed, 'currentPassword'), newPassword: formText(typed, 'password') }
    setSubmits((count) => count + 1)
    const wrong: Wrong[] = []
    if (!body.currentPassword) wrong.push({ id: 'current-password', key: 'security.current-missing' })
    if (!body.newPassword) wrong.push({ id: 'password', key: 'member.password-missing' })
    setErrors(wrong)
    if (wrong.length > 0) return
    const result = await call.run(body)
    if (!result) return
    if (result.status !== 200) {
      const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: ids[field] ?? field }))
      if (result.status === 400) setErrors(refused.length > 0 ? refused : [result.body])
      else toastFailure(result)
      return
    }
    form.reset()
    setStrength('empty')
    setChanges((count) => count + 1)
    await onChanged()
  }

  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <div className="space-y-5">
      {changes > 0 && (
        <div ref={done} tabIndex={-1} className="outline-none">
          <Notice kind="success" role="status" title={t('security.password-done')}>
            {t('security.password-done-text')}
          </Notice>
        </div>
      )}
      <form
        noValidate
        method="post"
        className="space-y-5"
        onSubmit={(event) => void submit(event)}
        onInput={(event) =>
          setStrength(passwordStrength(formText(new FormData(event.currentTarget), 'password'), username))
        }
      >
        <ErrorSummary errors={errors} focusKey={submits} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          id="current-password"
          name="currentPassword"
          label={t('security.current-password')}
          autoComplete="current-password"
          error={errorOf('current-password')}
        />
        <NewPasswordField label={t('security.new-password')} strength={strength} error={errorOf('password')} />
        {staff && <p className="text-ink-2">{t('security.staff-password')}</p>}
        <Button type="submit" kind="primary" pending={call.pending}>
          {t('security.password-button')}
        </Button>
      </form>
    </div>
  )
}
