import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { formText } from '../../forms/form-text.ts'
import { MobileField } from '../../forms/mobile-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { checkMobile } from './registration-check.ts'
import { codeSent, type CodeSent } from './registration-draft.ts'
import { RetryWait } from './retry-wait.tsx'

const controls: Record<string, string> = { mobile: 'entry-mobile' }

type Props = { mobile?: string; onSent: (mobile: string, sent: CodeSent) => void }

/** Asks for the mobile number, to which a code is sent, whether or not it has an account. */
export function NumberForm({ mobile, onSent }: Props) {
  const t = useT()
  const locale = useLocale()
  const form = useForm({
    read: (typed) => ({ mobile: formText(typed, 'mobile').trim(), remember: typed.has('remember'), locale }),
    check: (body) => checkMobile(body.mobile, 'entry-mobile'),
    send: (body) => api.post('/api/auth/entry', { body }),
    control: (field) => field && (controls[field] ?? field),
    done: (answer, body) => onSent(body.mobile, codeSent(answer)),
  })
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-5">
      <ErrorSummary {...form.summary} />
      <MobileField
        id="entry-mobile"
        name="mobile"
        label={t('common.field.mobile')}
        hint={t('member.mobile-hint')}
        defaultValue={mobile}
        error={form.errorOf('entry-mobile')}
      />
      <Checkbox id="entry-remember" name="remember" label={t('member.remember')} hint={t('member.remember-hint')} />
      <RetryWait until={form.retryAt} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t('member.entry-button')}
      </Button>
    </form>
  )
}
