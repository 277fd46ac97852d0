import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { MobileField } from '../../forms/mobile-field.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { NameFields } from './name-fields.tsx'
import { nameControl, namesOf } from './names.ts'
import { NewEmailField } from './new-email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'
import { PolicyConsent } from './policy-consent.tsx'
import { checkRegistration, type RegistrationBody } from './registration-check.ts'
import { codeSent, keptTyped, type CodeSent, type Typed } from './registration-draft.ts'
import { RetryWait } from './retry-wait.tsx'
import { useNamed } from './use-named.ts'

/** Maps fields of the answer to their controls. */
const controls: Record<string, string> = { acceptedPolicies: 'consent' }

type Props = { typed?: Typed; policies: string; hidden: boolean; onSent: (typed: Typed, sent: CodeSent) => void }

/**
 * The registration form. It stays mounted while the code is asked for, so that going back finds everything as it was.
 */
export function RegistrationForm({ typed, policies, hidden, onSent }: Props) {
  const t = useT()
  const locale = useLocale()
  const [strength, setStrength] = useState<Strength>('empty')
  const form = useForm({
    read: (fields) => ({ now: typedIn(fields), password: formText(fields, 'password') }),
    check: ({ now, password }) => checkRegistration(now, password, locale),
    send: ({ now, password }, keyFor) => {
      const body: RegistrationBody = {
        ...namesOf(now),
        mobile: now.mobile,
        password,
        locale,
        acceptedPolicies: policies,
        ...(now.email && { email: now.email }),
      }
      return api.post('/api/auth/registration', { body, idempotencyKey: keyFor(body) })
    },
    control: (field, { now }) => field && (controls[field] ?? nameControl(field, now)),
    done: (answer, { now }) => onSent(now, codeSent(answer)),
  })

  const lines = useNamed(form.summary.errors)

  return (
    <form
      noValidate
      method="post"
      hidden={hidden}
      className="space-y-5"
      onSubmit={form.onSubmit}
      onInput={(event) => {
        const fields = new FormData(event.currentTarget)
        keptTyped.write(typedIn(fields))
        setStrength(passwordStrength(formText(fields, 'password'), formText(fields, 'mobile')))
      }}
    >
      <ErrorSummary {...form.summary} errors={hidden ? [] : lines} />
      <NameFields typed={typed} errorOf={form.errorOf} />
      <MobileField
        id="mobile"
        name="mobile"
        label={t('common.field.mobile')}
        hint={t('member.mobile-hint')}
        defaultValue={typed?.mobile}
        error={form.errorOf('mobile')}
      />
      <NewEmailField typed={typed?.email} error={form.errorOf('email')} />
      <NewPasswordField label={t('member.password')} strength={strength} error={form.errorOf('password')} />
      <Checkbox
        id="consent"
        name="consent"
        label={<PolicyConsent />}
        defaultChecked={typed?.consent}
        error={form.errorOf('consent')}
      />
      <RetryWait until={form.retryAt} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t('common.send-code')}
      </Button>
    </form>
  )
}

function typedIn(fields: FormData): Typed {
  return {
    name: formText(fields, 'name'),
    chineseName: formText(fields, 'chineseName'),
    mobile: formText(fields, 'mobile'),
    email: formText(fields, 'email').trim(),
    consent: fields.has('consent'),
  }
}
