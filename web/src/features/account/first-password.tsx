import { api } from '../../api/client.ts'
import { AskingForm } from '../../forms/asking-form.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { codeSent } from './registration-draft.ts'
import { keptReset } from './reset-draft.ts'
import { RetryWait } from './retry-wait.tsx'

/** Sets the first password of a user who logs in by code: another code is sent to their number. */
export function FirstPassword({ mobile }: { mobile: string }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const form = useForm({
    read: () => mobile,
    check: () => [],
    send: (identifier) => api.post('/api/auth/forget-password', { body: { identifier } }),
    control: () => undefined,
    done: (answer, identifier) => {
      keptReset.write({ identifier, sent: codeSent(answer) })
      return navigate(href('member-reset-password'))
    },
  })
  return (
    <AskingForm form={form} button={t('common.send-code')} wait={<RetryWait until={form.retryAt} />}>
      <p>{t('security.first-text', { mobile })}</p>
    </AskingForm>
  )
}
