import { useEffect, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { formText } from './form-text.ts'
import { readReset, writeReset } from './reset-draft.ts'
import { safeRedirect } from './safe-redirect.ts'
import { waitInWords } from './wait.ts'

/** Number or address; the code for a new password goes there, if they belong to somebody. */
export function ForgotForm() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { search } = usePage()
  const [before, setBefore] = useState<string>()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const [openAt, setOpenAt] = useState<number>()
  const wait = useCountdown(openAt)
  const call = useApi((identifier: string) => api.post('/api/auth/forget-password', { body: { identifier } }))
  useEffect(() => setBefore(readReset()?.identifier), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const identifier = formText(new FormData(event.currentTarget), 'identifier').trim()
    setSubmits((count) => count + 1)
    setErrors(identifier ? [] : [{ id: 'identifier', key: 'member.identifier-missing' }])
    if (!identifier) return
    const result = await call.run(identifier)
    if (!result) return
    if (result.status === 200) {
      const { resendAfter, expiresAt } = result.value
      writeReset({
        identifier,
        sent: { resendAt: Date.now() + resendAfter * 1000, expiresAt: Date.parse(expiresAt) },
      })
      return navigate(href('member-reset-password', undefined, { query: { redirect: safeRedirect(search) } }))
    }
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result).map((said) => ({ ...said, id: 'identifier' }))
    setErrors(refused.length > 0 ? refused : [result.body])
    if (result.body.retryAfter) setOpenAt(Date.now() + result.body.retryAfter * 1000)
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={errors} focusKey={submits} />
      <TextField
        // What was typed before reaches the browser's own field by making it anew, before anything is typed in it.
        key={before === undefined ? 'fresh' : 'before'}
        id="identifier"
        name="identifier"
        label={t('member.identifier')}
        hint={t('member.identifier-hint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={before}
        error={errors.find(({ id }) => id)?.text}
      />
      {wait > 0 && <p className="font-semibold text-gold-7">{t('member.wait', { time: waitInWords(t, wait) })}</p>}
      <Button type="submit" kind="primary" wide pending={call.pending}>
        {t('member.forgot-button')}
      </Button>
    </form>
  )
}
