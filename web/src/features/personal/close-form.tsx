import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formText } from '../../forms/form-text.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { UserName } from './user-name.tsx'
import type { PasswordInput } from './overview.ts'

type Props = { Password: PasswordInput; onClosed: () => Promise<void>; onBack: () => void }

/** The last step of closing: a tick and the password. */
export function CloseForm({ Password, onClosed, onBack }: Props) {
  const t = useT()
  const form = useForm({
    read: (typed) => ({ password: formText(typed, 'password'), confirm: typed.has('confirm') }),
    check: (body) => {
      const wrong: Wrong[] = []
      if (!body.confirm) wrong.push({ id: 'close-confirm', key: 'data.close-confirm-missing' })
      if (!body.password) wrong.push({ id: 'close-password', key: 'data.password-missing' })
      return wrong
    },
    send: (body) => api.post('/api/member/close', { body }),
    control: (field) => field && `close-${field}`,
    done: onClosed,
  })

  return (
    <form noValidate method="post" className="space-y-5" onSubmit={form.onSubmit}>
      <ErrorSummary {...form.summary} />
      <UserName />
      <Checkbox
        id="close-confirm"
        name="confirm"
        label={t('data.close-confirm')}
        error={form.errorOf('close-confirm')}
      />
      <Password
        id="close-password"
        name="password"
        label={t('common.field.your-password')}
        autoComplete="current-password"
        error={form.errorOf('close-password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={onBack}>
          {t('data.close-back')}
        </Button>
        <Button type="submit" kind="danger" pending={form.pending}>
          {t('data.close-button')}
        </Button>
      </div>
    </form>
  )
}
