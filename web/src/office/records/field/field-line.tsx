import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fieldName } from './field-name.ts'
import type { RecordWork } from '../frame/use-record-work.ts'

type Props = {
  name: string
  hint?: string
  optional?: boolean
  /** Long text stays visible: the field grows with it, although it is a single line. */
  grows?: boolean
  limits: Readonly<Record<string, number>>
  work: RecordWork
  onField: (name: string) => void
}

/** A single-line field of a record, saved while typing. */
export function FieldLine({ name, hint, optional, grows, limits, work: { keeper, snapshot }, onField }: Props) {
  const t = useT()
  const zh = name.endsWith('.zh')
  const field = {
    id: `field-${name.replaceAll('.', '-')}`,
    label: fieldName(t, name),
    hint,
    optional,
    lang: zh ? languageTag.zh : name.endsWith('.en') ? languageTag.en : undefined,
    value: snapshot.fields[name] ?? '',
    maxLength: limits[name],
    error: snapshot.errors[name],
    autoComplete: 'off',
    onFocus: () => onField(name),
  }
  const type = (text: string) => keeper.type(name, text)
  if (grows)
    return (
      <TextArea
        {...field}
        rows={2}
        className="field-sizing-content resize-none py-3"
        onChange={({ target }) => type(target.value.replace(/\s*\n\s*/g, ' '))}
      />
    )
  return <TextField {...field} onChange={({ target }) => type(target.value)} />
}
