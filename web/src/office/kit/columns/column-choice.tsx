import { useT } from '../../../i18n/context.tsx'
import { Field } from '../../../ui/field.tsx'

type Props = {
  id?: string
  label: string
  hint?: string
  error?: string
  optional?: boolean
  names: readonly string[]
  /** The column's index from 0, -1 for none. */
  value: number
  onChange: (at: number) => void
}

/** Chooses which column of a file contains something. */
export function ColumnChoice({ names, value, onChange, ...field }: Props) {
  const t = useT()
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} className="field" value={value} onChange={(event) => onChange(Number(event.target.value))}>
          <option value={-1}>{t('office.column-none')}</option>
          {names.map((name, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and options have no state
            <option key={`${at} ${name}`} value={at}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
