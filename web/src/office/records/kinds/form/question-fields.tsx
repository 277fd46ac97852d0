import { plainDigits } from '../../../../domain/whole-number.ts'
import { useT } from '../../../../i18n/context.tsx'
import { languageTag, type MessageKey } from '../../../../i18n/messages.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { languages } from '../../record-queries.ts'
import type { RecordWork } from '../../frame/use-record-work.ts'
import type { Question } from './questions.ts'

type Props = { question: Question; work: RecordWork; onField: (name: string) => void }

const bounds: Partial<Record<string, readonly (readonly [string, MessageKey])[]>> = {
  text: [['length', 'records-form.length']],
  name: [['length', 'records-form.length']],
  chineseName: [['length', 'records-form.length']],
  relation: [['length', 'records-form.length']],
  people: [
    ['min', 'records-form.fewest'],
    ['max', 'records-form.most'],
  ],
}

/** The properties of a question: label in both languages, whether it is required, and maximum length. */
export function QuestionFields({ question: { at, field }, work: { keeper, snapshot }, onField }: Props) {
  const t = useT()
  const own = (name: string) => ({
    id: `field-${at}.${name}`.replaceAll('.', '-'),
    value: snapshot.fields[`${at}.${name}`] ?? '',
    error: snapshot.errors[`${at}.${name}`],
    autoComplete: 'off',
    onFocus: () => onField(`${at}.${name}`),
    onChange: (event: { target: { value: string } }) => keeper.type(`${at}.${name}`, event.target.value),
  })
  const tick = (name: string, on: string) => ({
    checked: Boolean(snapshot.fields[`${at}.${name}`]),
    onChange: (event: { target: { checked: boolean } }) => keeper.type(`${at}.${name}`, event.target.checked ? on : ''),
  })
  const plain = field.type !== 'people' && field.type !== 'consent'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {languages.map((one) => (
          <TextField
            key={one}
            label={t(`records-form.label-${one}`)}
            lang={languageTag[one]}
            maxLength={200}
            {...own(`label.${one}`)}
          />
        ))}
        {languages.map((one) => (
          <TextField
            key={one}
            label={t(`records-form.help-${one}`)}
            optional
            lang={languageTag[one]}
            maxLength={300}
            {...own(`help.${one}`)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-1">
        <Checkbox label={t('records-form.required')} {...tick('required', 'yes')} />
        {plain && (
          <Checkbox label={t('records-form.one-of')} hint={t('records-form.one-of-hint')} {...tick('oneof', '1')} />
        )}
        {field.type === 'birthDate' && <Checkbox label={t('records-form.ahead')} {...tick('ahead', 'yes')} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {bounds[field.type]?.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            optional
            inputMode="numeric"
            maxLength={4}
            {...own(name)}
            onChange={({ target }) => keeper.type(`${at}.${name}`, plainDigits(target.value))}
          />
        ))}
      </div>
    </>
  )
}
