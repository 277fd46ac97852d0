import { useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useErrors, type Wrong } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { typedPassword } from './typed-password.ts'
import { UserName } from './user-name.tsx'
import type { PasswordInput } from './overview.ts'

type Props = { Password: PasswordInput; onClosed: () => Promise<void>; onBack: () => void }

/** The last step: a tick and the password. */
export function CloseForm({ Password, onClosed, onBack }: Props) {
  const t = useT()
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((body: { password: string; confirm: boolean }) => api.post('/api/member/close', { body }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const form = event.currentTarget
    const body = { password: typedPassword(form), confirm: new FormData(form).has('confirm') }
    setSubmits((count) => count + 1)
    const wrong: Wrong[] = []
    if (!body.confirm) wrong.push({ id: 'close-confirm', key: 'data.close-confirm-missing' })
    if (!body.password) wrong.push({ id: 'close-password', key: 'data.password-missing' })
    setErrors(wrong)
    if (wrong.length > 0) return
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) return onClosed()
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: `close-${field}` }))
    setErrors(refused.length > 0 ? refused : [result.body])
    setSubmits((count) => count + 1)
  }

  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  return (
    <form noValidate method="post" className="space-y-5" onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} focusKey={submits} />
      <UserName />
      <Checkbox id="close-confirm" name="confirm" label={t('data.close-confirm')} error={errorOf('close-confirm')} />
      <Password
        id="close-password"
        name="password"
        label={t('data.password')}
        autoComplete="current-password"
        error={errorOf('close-password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={onBack}>
          {t('data.close-back')}
        </Button>
        <Button type="submit" kind="danger" pending={call.pending}>
          {t('data.close-button')}
        </Button>
      </div>
    </form>
  )
}
