import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CodeForm } from './code-form.tsx'
import { MobileField } from '../../forms/mobile-field.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { codeSent, type CodeSent } from './registration-draft.ts'
import { RetryWait } from './retry-wait.tsx'

/** For users who can no longer read their e-mail: a code sent to the phone opens the page for changing the address. */
export function LostEmail() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ mobile: string; sent: CodeSent }>()
  const [typed, setTyped] = useState('')
  const form = useForm({
    read: (fields) => formText(fields, 'mobile').trim(),
    check: (mobile) => (mobile ? [] : [{ id: 'lost-mobile', key: 'member.mobile-missing' }]),
    send: (mobile) => {
      setTyped(mobile)
      return api.post('/api/auth/lost-email', { body: { mobile } })
    },
    control: (field) => field && 'lost-mobile',
    done: (answer, mobile) => setAsked({ mobile, sent: codeSent(answer) }),
  })

  if (asked)
    return (
      <CodeForm
        level={2}
        text={t('member.lost-email-sent', { to: asked.mobile })}
        button={t('common.continue')}
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
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
      <ErrorSummary {...form.summary} />
      <p>{t('member.lost-email-text')}</p>
      <MobileField
        id="lost-mobile"
        name="mobile"
        label={t('common.field.mobile')}
        hint={t('member.mobile-hint')}
        defaultValue={typed}
        error={form.errorOf('lost-mobile')}
      />
      <RetryWait until={form.retryAt} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t('common.send-code')}
      </Button>
    </form>
  )
}
