import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/field.tsx'
import { roles } from './staff-queries.ts'

type Props = { value: readonly string[]; onChange: (value: string[]) => void; error?: string }

/** A checkbox for each office role. */
export function RoleBoxes({ value, onChange, error }: Props) {
  const t = useT()
  const toggle = (role: string, on: boolean) =>
    onChange(roles.filter((one) => (one === role ? on : value.includes(one))))
  return (
    <fieldset aria-describedby={error ? 'roles-error' : undefined}>
      <legend className="mb-1 font-semibold">{t('staff.roles-legend')}</legend>
      {error && <FieldError id="roles-error" text={error} />}
      {roles.map((role) => (
        <Checkbox
          key={role}
          checked={value.includes(role)}
          onChange={(event) => toggle(role, event.target.checked)}
          label={
            <>
              <strong>{t(`office.role-${role}`)}</strong>
              <span className="text-ink-2"> · {t(`office.role-${role}-text`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
