import { useT } from '../../i18n/context.tsx'
import { PasswordField } from './password-field.tsx'
import type { Strength } from './password-strength.ts'

/** A field for a new password, with a rating of its strength. */
export function NewPasswordField(props: { label: string; strength: Strength; error?: string }) {
  const t = useT()
  return (
    <PasswordField
      id="password"
      name="password"
      label={props.label}
      hint={t('member.password-hint')}
      autoComplete="new-password"
      error={props.error}
      after={
        <p role="status" className="mt-1.5 min-h-6 text-sm text-ink-2">
          {props.strength !== 'empty' && t(`member.strength-${props.strength}`)}
        </p>
      }
    />
  )
}
