import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The optional e-mail address of a new account, for receipts. */
export function NewEmailField({ typed, error }: { typed?: string; error?: string }) {
  const t = useT()
  return (
    <TextField
      id="email"
      name="email"
      type="email"
      inputMode="email"
      label={t('member.email')}
      hint={t('member.email-hint')}
      optional
      autoComplete="email"
      autoCapitalize="none"
      defaultValue={typed}
      error={error}
    />
  )
}
