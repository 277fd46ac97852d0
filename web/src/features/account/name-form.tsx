import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NameFields } from './name-fields.tsx'
import { nameControl, namesOf, type NamesTyped } from './names.ts'
import { NewEmailField } from './new-email-field.tsx'
import { PolicyConsent } from './policy-consent.tsx'
import { checkNames } from './registration-check.ts'
import { useNamed } from './use-named.ts'

const controls: Record<string, string> = { acceptedPolicies: 'consent' }

type Props = {
  policies: string
  typed?: Partial<NamesTyped & { email: string }>
  onTyped: (typed: NamesTyped & { email: string }) => void
  /** Called when the verification of the number has expired. */
  onDead: () => void
  onDone: () => Promise<void>
}

/** Asks for the name of a new number, which creates the account. A password can be set later. */
export function NameForm({ policies, typed, onTyped, onDead, onDone }: Props) {
  const t = useT()
  const locale = useLocale()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const form = useForm({
    read: (fields) => ({
      name: formText(fields, 'name'),
      chineseName: formText(fields, 'chineseName'),
      email: formText(fields, 'email').trim(),
      consent: fields.has('consent'),
    }),
    check: (typed) => checkNames(typed, locale),
    send: ({ email, ...names }) =>
      api.post('/api/auth/entry/name', {
        body: {
          ...namesOf(names),
          locale,
          acceptedPolicies: policies,
          ...(email && { email }),
        },
      }),
    control: (field, typed) => field && (controls[field] ?? nameControl(field, typed)),
    refused: (result) => {
      if (result.status !== 400 || result.body.code !== 'otp-not-pending') return undefined
      onDead()
      return []
    },
    done: onDone,
  })
  const lines = useNamed(form.summary.errors)
  return (
    <form
      noValidate
      method="post"
      aria-labelledby="name-heading"
      className="space-y-5"
      onSubmit={form.onSubmit}
      onInput={(event) => {
        const fields = new FormData(event.currentTarget)
        onTyped({
          name: formText(fields, 'name'),
          chineseName: formText(fields, 'chineseName'),
          email: formText(fields, 'email'),
        })
      }}
    >
      <h2 id="name-heading" className="text-2xl">
        {t('member.name-title')}
      </h2>
      <p className="text-lg">{t('member.name-text')}</p>
      <ErrorSummary {...form.summary} errors={lines} />
      <NameFields ref={first} typed={typed} errorOf={form.errorOf} />
      <NewEmailField typed={typed?.email} error={form.errorOf('email')} />
      <Checkbox id="consent" name="consent" label={<PolicyConsent />} error={form.errorOf('consent')} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        {t('common.continue')}
      </Button>
    </form>
  )
}
