import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeForm } from './code-form.tsx'
import { formText } from './form-text.ts'
import { PasswordField } from './password-field.tsx'
import type { CodeSent } from './registration-draft.ts'

type Props = { mobile: string; verified: boolean; onChanged: () => Promise<void> }
type Asked = { mobile: string; sent: CodeSent }

/** The number of an account, and the way to another: number and password, then the code that comes to it. */
export function ChangeMobile({ mobile, verified, onChanged }: Props) {
  const t = useT()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useTold()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((body: { mobile: string; password: string }) => api.post('/api/member/update/mobile', { body }))
  const closedBefore = useRef(true)
  // What has been closed gives the focus back to what opened it.
  useEffect(() => {
    if (!open && !closedBefore.current) opener.current?.focus()
    closedBefore.current = !open
  }, [open])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const form = new FormData(event.currentTarget)
    const body = { mobile: formText(form, 'mobile'), password: formText(form, 'password') }
    setTyped(body.mobile)
    setSubmits((count) => count + 1)
    setErrors([])
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) {
      const { resendAfter, expiresAt } = result.value
      return setAsked({
        mobile: body.mobile,
        sent: { resendAt: Date.now() + resendAfter * 1000, expiresAt: Date.parse(expiresAt) },
      })
    }
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: `new-mobile-${field}` }))
    setErrors(refused.length > 0 ? refused : [result.body])
  }

  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <div className="space-y-4">
      <p className="text-lg font-semibold">
        {mobile ? phone(mobile) : <span className="font-normal text-ink-2">{t('member.none')}</span>}
        {mobile && !verified && (
          <span className="ml-3 inline-block rounded-full bg-gold-1 px-3 text-sm text-gold-7">
            {t('member.unconfirmed')}
          </span>
        )}
      </p>
      <p role="status" className={said ? 'font-semibold text-jade' : 'sr-only'}>
        {said}
      </p>
      <Button ref={opener} icon="phone" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(verified || !mobile ? 'profile.mobile-change' : 'profile.mobile-confirm')}
      </Button>
      {open && asked && (
        <CodeForm
          level={3}
          text={t('member.code-by-sms', { to: asked.mobile })}
          button={t('profile.mobile-code-button')}
          back={t('profile.mobile-back')}
          sent={asked.sent}
          onSent={(sent) => setAsked({ ...asked, sent })}
          onBack={() => setAsked(undefined)}
          onVerified={async () => {
            await onChanged()
            setSaid({ key: 'profile.mobile-done' })
            setAsked(undefined)
            setTyped('')
            setOpen(false)
          }}
        />
      )}
      {open && !asked && (
        <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
          <ErrorSummary errors={errors} focusKey={submits} />
          <TextField
            id="new-mobile-mobile"
            name="mobile"
            type="tel"
            inputMode="tel"
            label={t('profile.new-mobile')}
            hint={t('member.mobile-hint')}
            autoComplete="tel"
            defaultValue={typed || (verified ? '+65 ' : mobile)}
            error={errorOf('new-mobile-mobile')}
          />
          <PasswordField
            id="new-mobile-password"
            name="password"
            label={t('profile.password-again')}
            hint={t('profile.password-why')}
            autoComplete="current-password"
            error={errorOf('new-mobile-password')}
          />
          <Button type="submit" kind="primary" wide pending={call.pending}>
            {t('profile.mobile-send')}
          </Button>
        </form>
      )}
    </div>
  )
}
