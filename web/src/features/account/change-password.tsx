import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formText } from '../../forms/form-text.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'

type Props = {
  /** The account's login name, for password managers. */
  username: string
  staff: boolean
  onChanged: () => Promise<void>
}

// Maps the server's field names to the ids of the controls.
const ids: Record<string, string> = { newPassword: 'password', currentPassword: 'current-password' }

/** Changes the password, with the current one. */
export function ChangePassword({ username, staff, onChanged }: Props) {
  const t = useT()
  const done = useRef<HTMLDivElement>(null)
  const [changes, setChanges] = useState(0)
  const [strength, setStrength] = useState<Strength>('empty')
  const form = useForm({
    read: (typed) => ({
      currentPassword: formText(typed, 'currentPassword'),
      newPassword: formText(typed, 'password'),
    }),
    check: (body) => {
      const wrong: Wrong[] = []
      if (!body.currentPassword) wrong.push({ id: 'current-password', key: 'security.current-missing' })
      if (!body.newPassword) wrong.push({ id: 'password', key: 'member.password-missing' })
      return wrong
    },
    send: (body) => api.post('/api/member/update/password', { body }),
    control: (field) => field && (ids[field] ?? field),
    done: async (_, __, filled) => {
      filled?.reset()
      setStrength('empty')
      setChanges((count) => count + 1)
      await onChanged()
    },
  })
  useEffect(() => {
    if (changes > 0) done.current?.focus()
  }, [changes])

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
        onSubmit={form.onSubmit}
        onInput={(event) =>
          setStrength(passwordStrength(formText(new FormData(event.currentTarget), 'password'), username))
        }
      >
        <ErrorSummary {...form.summary} />
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          id="current-password"
          name="currentPassword"
          label={t('security.current-password')}
          autoComplete="current-password"
          error={form.errorOf('current-password')}
        />
        <NewPasswordField label={t('security.new-password')} strength={strength} error={form.errorOf('password')} />
        {staff && <p className="text-ink-2">{t('security.staff-password')}</p>}
        <Button type="submit" kind="primary" pending={form.pending}>
          {t('security.password-button')}
        </Button>
      </form>
    </div>
  )
}
