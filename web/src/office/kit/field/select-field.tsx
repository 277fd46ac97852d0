import { Field } from '../../../ui/field.tsx'

type Props = {
  id: string
  label: string
  hint?: string
  error?: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

/** A select field with a label. */
export function SelectField({ id, label, hint, error, value, options, onChange }: Props) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
