import { useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { TextField } from '../../ui/text-field.tsx'
import { fieldName } from './field-name.ts'
import type { RecordWork } from './record-frame.tsx'

type Props = {
  name: string
  hint?: string
  optional?: boolean
  limits: Readonly<Record<string, number>>
  work: RecordWork
  onField: (name: string) => void
}

/** A field of a record that is one line, saved as it is typed. */
export function FieldLine({ name, hint, optional, limits, work: { keeper, snapshot }, onField }: Props) {
  const t = useT()
  const zh = name.endsWith('.zh')
  return (
    <TextField
      id={`field-${name.replaceAll('.', '-')}`}
      label={fieldName(t, name)}
      hint={hint}
      optional={optional}
      lang={zh ? languageTag.zh : name.endsWith('.en') ? languageTag.en : undefined}
      value={snapshot.fields[name] ?? ''}
      maxLength={limits[name]}
      error={snapshot.errors[name]}
      autoComplete="off"
      onFocus={() => onField(name)}
      onChange={(event) => keeper.type(name, event.target.value)}
    />
  )
}
