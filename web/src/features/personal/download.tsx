import { useEffect, useRef, useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { typedPassword } from './typed-password.ts'
import { UserName } from './user-name.tsx'
import type { PasswordInput } from './overview.ts'

/** Everything that is kept, as one file, for whoever knows the password. The browser itself saves it and shows how far it is. */
export function Download({ Password }: { Password: PasswordInput }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  const [url, setUrl] = useState('')
  const [errors, setErrors] = useErrors()
  const [submits, setSubmits] = useState(0)
  const call = useApi((password: string) => api.post('/api/member/export', { body: { password } }))
  // A link with `download` leaves the page where it is, also when the server refuses.
  useEffect(() => {
    if (url) link.current?.click()
  }, [url])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const form = event.currentTarget
    const password = typedPassword(form)
    setUrl('')
    if (!password) {
      setSubmits((count) => count + 1)
      return setErrors([{ id: 'export-password', key: 'data.password-missing' }])
    }
    setErrors([])
    const result = await call.run(password)
    setSubmits((count) => count + 1)
    if (!result) return
    if (result.status === 200) {
      form.reset()
      return setUrl(result.value.url)
    }
    if (result.status !== 400) return toastFailure(result)
    const refused = fieldErrors(result)[0]
    setErrors([refused ? { ...refused, id: 'export-password' } : result.body])
  }

  return (
    <form noValidate method="post" className="space-y-5" onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} focusKey={submits} />
      <p>{t('data.download-text')}</p>
      <p>{t('data.download-care')}</p>
      <UserName />
      <Password
        id="export-password"
        name="password"
        label={t('data.password')}
        hint={t('data.password-hint')}
        autoComplete="current-password"
        error={errors.find((error) => error.id === 'export-password')?.text}
      />
      <Button type="submit" kind="primary" icon="download" pending={call.pending}>
        {t('data.download-button')}
      </Button>
      <div role="status">
        {call.pending && <p className="text-ink-2">{t('data.download-preparing')}</p>}
        {url && (
          <Notice kind="success" title={t('data.download-started')}>
            <a ref={link} href={url} download data-reload className="link inline-block py-2">
              {t('data.download-again')}
            </a>
          </Notice>
        )}
      </div>
    </form>
  )
}
