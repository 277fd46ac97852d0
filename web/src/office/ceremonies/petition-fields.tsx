import { useT } from '../../i18n/context.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EntryText } from './ceremony-queries.ts'

type Props = {
  text: EntryText
  errorOf: (id: string) => string | undefined
  onChange: (part: Partial<EntryText>) => void
}

const fields = [
  ['sponsor', 20],
  ['address', 80],
  ['wish', 80],
] as const

/** What a petition has besides its names. */
export function PetitionFields({ text, errorOf, onChange }: Props) {
  const t = useT()
  return fields.map(([field, most]) => (
    <TextField
      key={field}
      id={`text.${field}`}
      label={t(`ceremonies.petition-${field}`)}
      hint={field === 'sponsor' ? t('ceremonies.petition-sponsor-hint') : undefined}
      lang="zh-Hans"
      maxLength={most}
      className="font-names text-xl"
      value={text[field] ?? ''}
      error={errorOf(`text.${field}`)}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  ))
}
