import { useEffect, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { Link } from '../../site/router/link.tsx'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors, type Wrong } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CodeField, codeTyped, isCode } from './code-field.tsx'
import { DemoCode } from './demo-code.tsx'
import { formText } from './form-text.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'
import { ResendCode } from './resend-code.tsx'
import { readReset, writeReset, type ResetDraft } from './reset-draft.ts'
import { safeRedirect } from './safe-redirect.ts'

/** The code that may have come, and the new password. */
export function ResetForm() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const session = useSession()
  const { search, reload } = usePage()
  const [draft, setDraft] = useState<ResetDraft>()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [strength, setStrength] = useState<Strength>('empty')
  const call = useApi((body: { otp: string; password: string }) => api.post('/api/auth/reset-password', { body }))
  useEffect(() => setDraft(readReset()), [])
  const redirect = safeRedirect(search)

  const startAgain = () =>
    navigate(href('member-forgot-password', undefined, { query: { notice: 'expired', redirect } }), { replace: true })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const typed = new FormData(event.currentTarget)
    const body = { otp: codeTyped(formText(typed, 'otp')), password: formText(typed, 'password') }
    setSubmits((count) => count + 1)
    const wrong: Wrong[] = []
    if (!isCode(body.otp)) wrong.push({ id: 'otp', key: 'fault.otp-digits' })
    if (!body.password) wrong.push({ id: 'password', key: 'member.password-missing' })
    else if (Array.from(body.password).length < 8) wrong.push({ id: 'password', key: 'member.strength-short' })
    setErrors(wrong)
    if (wrong.length > 0) return
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) {
      writeReset(undefined)
      toast({ text: 'member.reset-done', type: 'success' })
      await session.refresh()
      return navigate(href('member-login', undefined, { query: { notice: 'password-reset', redirect } }), {
        replace: true,
      })
    }
    if (result.status !== 400) return toastFailure(result)
    if (result.body.code === 'otp-not-pending') return startAgain()
    setErrors(
      result.body.code === 'otp-invalid'
        ? [{ ...result.body, id: 'otp' }]
        : fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: field })),
    )
    // A code that has died, of age or of the fifth wrong guess, sends to where a new one is asked for.
    if (result.body.code === 'otp-invalid') await reload().catch(console.error)
  }

  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
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
        onSubmit={(event) => void submit(event)}
        onInput={(event) =>
          setStrength(passwordStrength(formText(new FormData(event.currentTarget), 'password'), draft?.identifier))
        }
      >
        <ErrorSummary errors={errors} focusKey={submits} />
        {/* Tells a password manager whose new password this is. */}
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
        <CodeField error={errorOf('otp')} />
        <NewPasswordField label={t('member.new-password')} strength={strength} error={errorOf('password')} />
        <Button type="submit" kind="primary" wide pending={call.pending}>
          {t('member.reset-button')}
        </Button>
      </form>
      <div className="space-y-2 border-t border-line pt-4">
        <ResendCode
          sent={draft?.sent ?? { resendAt: 0, expiresAt: 0 }}
          byMail={!draft?.identifier.includes('@')}
          onSent={(sent) => {
            const next = { identifier: draft?.identifier ?? '', sent }
            setDraft(next)
            writeReset(next)
          }}
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
