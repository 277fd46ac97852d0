import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { PasswordField } from './password-field.tsx'

/** Shows the account's e-mail address, with a link to the page for changing it, which asks for the password first. */
export function ChangeEmail({ email, confirmed }: { email: string; confirmed: boolean }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const form = useForm({
    read: (typed) => ({ password: formText(typed, 'password') }),
    send: (body) => api.post('/api/member/update/email', { body }),
    control: (field) => field && 'new-email-password',
    done: ({ ticket }) => navigate(href('member-reset-email', undefined, { query: { ticket } })),
  })

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
        <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
          <ErrorSummary {...form.summary} />
          <PasswordField
            id="new-email-password"
            name="password"
            label={t('profile.password-again')}
            hint={t('profile.password-why')}
            autoComplete="current-password"
            error={form.errorOf('new-email-password')}
          />
          <Button type="submit" kind="primary" wide pending={form.pending}>
            {t('common.continue')}
          </Button>
        </form>
      )}
    </div>
  )
}
