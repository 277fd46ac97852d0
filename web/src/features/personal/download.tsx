import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UserName } from './user-name.tsx'
import type { PasswordInput } from './overview.ts'

/** Downloads all personal data as one file, after the password. The browser saves it and shows the progress. */
export function Download({ Password }: { Password: PasswordInput }) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  const [url, setUrl] = useState('')
  const form = useForm({
    read: (typed) => {
      setUrl('')
      return { password: formText(typed, 'password') }
    },
    check: ({ password }) => (password ? [] : [{ id: 'export-password', key: 'data.password-missing' }]),
    send: (body) => api.post('/api/member/export', { body }),
    control: (field) => field && 'export-password',
    done: (answer, _, filled) => {
      filled?.reset()
      setUrl(answer.url)
    },
  })
  // A link with `download` stays on the page, even if the server refuses.
  useEffect(() => {
    if (url) link.current?.click()
  }, [url])

  return (
    <form noValidate method="post" className="space-y-5" onSubmit={form.onSubmit}>
      <ErrorSummary {...form.summary} />
      <p>{t('data.download-text')}</p>
      <p>{t('data.download-care')}</p>
      <UserName />
      <Password
        id="export-password"
        name="password"
        label={t('common.field.your-password')}
        hint={t('data.password-hint')}
        autoComplete="current-password"
        error={form.errorOf('export-password')}
      />
      <Button type="submit" kind="primary" icon="download" pending={form.pending}>
        {t('data.download-button')}
      </Button>
      <div role="status">
        {form.pending && <p className="text-ink-2">{t('data.download-preparing')}</p>}
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
