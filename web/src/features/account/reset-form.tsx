import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { Link } from '../../site/router/link.tsx'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useKept } from '../../lib/kept.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from '../../forms/form-text.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { useForm } from '../../forms/use-form.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'
import { ResendCode } from './resend-code.tsx'
import { keptReset } from './reset-draft.ts'
import { safeRedirect } from './safe-redirect.ts'

/** The form for the code and the new password. */
export function ResetForm() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const session = useSession()
  const { search, reload } = usePage()
  const [draft, keep] = useKept(keptReset)
  const [strength, setStrength] = useState<Strength>('empty')
  const redirect = safeRedirect(search)

  const startAgain = () =>
    navigate(href('member-forgot-password', undefined, { query: { notice: 'expired', redirect } }), { replace: true })

  const form = useForm({
    read: (typed) => ({ otp: codeTyped(formText(typed, 'otp')), password: formText(typed, 'password') }),
    check: ({ otp, password }) => {
      const wrong: Wrong[] = []
      if (!isCode(otp)) wrong.push({ id: 'otp', key: 'fault.otp-digits' })
      if (!password) wrong.push({ id: 'password', key: 'member.password-missing' })
      else if (Array.from(password).length < 8) wrong.push({ id: 'password', key: 'member.strength-short' })
      return wrong
    },
    send: (body) => api.post('/api/auth/reset-password', { body }),
    refused: (result) => {
      if (result.status !== 400) return undefined
      if (result.body.code === 'otp-not-pending') {
        void startAgain()
        return []
      }
      if (result.body.code !== 'otp-invalid') return undefined
      // An expired code, or one that was wrong five times, leads to where a new one is requested.
      void reload().catch(console.error)
      return [{ ...result.body, id: 'otp' }]
    },
    done: async () => {
      keptReset.write(undefined)
      toast({ text: 'member.reset-done', type: 'success' })
      await session.refresh()
      await navigate(href('member-login', undefined, { query: { notice: 'password-reset', redirect } }), {
        replace: true,
      })
    },
  })

  return (
    <div className="space-y-5">
      <p className="text-lg">
        {draft?.identifier ? t('member.reset-sent-to', { identifier: draft.identifier }) : t('member.reset-sent')}
      </p>
      <DemoCode />
      <form
        noValidate
        method="post"
        className="space-y-5"
        onSubmit={form.onSubmit}
        onInput={(event) =>
          setStrength(passwordStrength(formText(new FormData(event.currentTarget), 'password'), draft?.identifier))
        }
      >
        <ErrorSummary {...form.summary} />
        {/* Tells password managers which account the new password is for. */}
        {draft && (
          <input
            type="text"
            name="username"
            autoComplete="username"
            className="sr-only"
            readOnly
            tabIndex={-1}
            aria-hidden="true"
            value={draft.identifier}
          />
        )}
        <CodeField next="password" error={form.errorOf('otp')} />
        <NewPasswordField label={t('member.new-password')} strength={strength} error={form.errorOf('password')} />
        <Button type="submit" kind="primary" wide pending={form.pending}>
          {t('member.reset-button')}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        <ResendCode
          sent={draft?.sent ?? { resendAt: 0, expiresAt: 0 }}
          byMail={!draft?.identifier.includes('@')}
          onSent={(sent) => keep({ identifier: draft?.identifier ?? '', sent })}
          onRefused={(result) => {
            const gone = result.status === 400 && result.body.code === 'otp-not-pending'
            if (gone) void startAgain()
            return gone
          }}
        />
        <p className="text-sm text-ink-2">{t('member.reset-none')}</p>
        <Link to="member-forgot-password" query={{ redirect }} data-keep="redirect" className="link touch gap-2">
          <Icon name="back" />
          {t('member.reset-back')}
        </Link>
      </div>
    </div>
  )
}
