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
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { CodeForm } from './code-form.tsx'
import { formText } from './form-text.ts'
import type { CodeSent } from './registration-draft.ts'
import { waitInWords } from './wait.ts'

/** For who can no longer read their mail: the code that comes to the phone opens the page for another address. */
export function LostEmail() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ mobile: string; sent: CodeSent }>()
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [openAt, setOpenAt] = useState<number>()
  const wait = useCountdown(openAt)
  const call = useApi((mobile: string) => api.post('/api/auth/lost-email', { body: { mobile } }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const mobile = formText(new FormData(event.currentTarget), 'mobile').trim()
    setTyped(mobile)
    setSubmits((count) => count + 1)
    setErrors(mobile ? [] : [{ id: 'lost-mobile', key: 'member.mobile-missing' }])
    if (!mobile) return
    const result = await call.run(mobile)
    if (!result) return
    if (result.status === 200) {
      const { resendAfter, expiresAt } = result.value
      return setAsked({
        mobile,
        sent: { resendAt: Date.now() + resendAfter * 1000, expiresAt: Date.parse(expiresAt) },
      })
    }
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result).map((said) => ({ ...said, id: 'lost-mobile' }))
    setErrors(refused.length > 0 ? refused : [result.body])
    if (result.body.retryAfter) setOpenAt(Date.now() + result.body.retryAfter * 1000)
  }

  if (asked)
    return (
      <CodeForm
        level={2}
        text={t('member.lost-email-sent', { to: asked.mobile })}
        button={t('member.lost-email-go')}
        back={t('member.lost-email-back')}
        sent={asked.sent}
        onSent={(sent) => setAsked({ ...asked, sent })}
        onBack={() => setAsked(undefined)}
        onVerified={async ({ ticket }) => {
          await navigate(href('member-reset-email', undefined, { query: { ticket } }))
        }}
      />
    )
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} focusKey={submits} />
      <p>{t('member.lost-email-text')}</p>
      <TextField
        id="lost-mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        label={t('member.mobile')}
        hint={t('member.mobile-hint')}
        autoComplete="tel"
        defaultValue={typed || '+65 '}
        error={errors.find(({ id }) => id)?.text}
      />
      {wait > 0 && <p className="font-semibold text-gold-7">{t('member.wait', { time: waitInWords(t, wait) })}</p>}
      <Button type="submit" kind="primary" wide pending={call.pending}>
        {t('member.forgot-button')}
      </Button>
    </form>
  )
}
