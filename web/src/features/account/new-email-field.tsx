import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The address of a new account, to which receipts go: nobody needs one. */
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
