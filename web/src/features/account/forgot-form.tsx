import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useKept } from '../../lib/kept.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AskingForm } from '../../forms/asking-form.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { codeSent } from './registration-draft.ts'
import { keptReset } from './reset-draft.ts'
import { RetryWait } from './retry-wait.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** Asks for a number or e-mail address; the code for a new password is sent there if an account has it. */
export function ForgotForm() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { search } = usePage()
  const [before] = useKept(keptReset)
  const form = useForm({
    read: (typed) => formText(typed, 'identifier').trim(),
    check: (identifier) => (identifier ? [] : [{ id: 'identifier', key: 'member.identifier-missing' }]),
    send: (identifier) => api.post('/api/auth/forget-password', { body: { identifier } }),
    control: (field) => field && 'identifier',
    done: (answer, identifier) => {
      keptReset.write({ identifier, sent: codeSent(answer) })
      return navigate(href('member-reset-password', undefined, { query: { redirect: safeRedirect(search) } }))
    },
  })

  return (
    <AskingForm form={form} button={t('common.send-code')} wait={<RetryWait until={form.retryAt} />}>
      <TextField
        // The field is uncontrolled: a new key creates it again with the restored value, before the user can type.
        key={before ? 'before' : 'fresh'}
        id="identifier"
        name="identifier"
        label={t('member.identifier')}
        hint={t('member.identifier-hint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={before?.identifier}
        error={form.errorOf('identifier')}
      />
    </AskingForm>
  )
}
