import type { InputHTMLAttributes } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { BirthDate } from './birth-date.tsx'
import { MobileField } from './mobile-field.tsx'
import { longest, type FormField } from '../domain/form/definition.ts'
import { noBirth, type Answer } from '../domain/form/draft.ts'

/** Autofill and keyboard hints for questions about the sender. */
const senderInput: Readonly<Record<string, InputHTMLAttributes<HTMLInputElement>>> = {
  'form-name': { autoComplete: 'name' },
  'form-email': { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
}

type Props = {
  id: string
  field: FormField
  /** Whether to mark an optional field; false when one of several names is enough. */
  showOptional: boolean
  answer: Answer | undefined
  error?: string
  onAnswer: (answer: Answer) => void
}

/**
 * The control for one question of any type except people. Names have no maxlength: validation reports what is too long.
 */
export function AnswerField({ id, field, showOptional, answer, error, onAnswer }: Props) {
  const t = useT()
  const locale = useLocale()
  const label = field.label[locale]
  const hint = field.help?.[locale]
  const optional = showOptional && !field.required
  const text = typeof answer === 'string' ? answer : ''
  const common = { id, label, hint, error, optional, value: text }
  switch (field.type) {
    case 'text':
      if (id === 'form-mobile') return <MobileField {...common} onValue={onAnswer} />
      if (senderInput[id])
        return <TextField {...common} {...senderInput[id]} onChange={(event) => onAnswer(event.target.value)} />
      return <TextArea {...common} rows={rowsFor(longest(field))} onChange={(event) => onAnswer(event.target.value)} />
    case 'birthDate':
      return (
        <BirthDate
          id={id}
          label={label}
          hint={hint}
          error={error}
          optional={optional}
          value={typeof answer === 'object' ? answer : noBirth}
          onChange={onAnswer}
        />
      )
    case 'consent':
      return (
        <Checkbox
          id={id}
          label={label}
          hint={hint}
          error={error}
          checked={answer === true}
          onChange={(event) => onAnswer(event.target.checked)}
        />
      )
    case 'choice':
      return (
        <Field id={id} label={label} hint={hint} error={error} optional={optional}>
          {(control) => (
            <select {...control} className="field" value={text} onChange={(event) => onAnswer(event.target.value)}>
              <option value="">{t('form.choose')}</option>
              {field.options?.map((option) => (
                <option key={option.key} value={option.key}>
                  {option.label[locale]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )
    case 'relation':
      return (
        <TextField
          {...common}
          autoComplete="off"
          list={field.options ? `${id}-list` : undefined}
          onChange={(event) => onAnswer(event.target.value)}
          after={
            field.options && (
              <datalist id={`${id}-list`}>
                {field.options.map((option) => (
                  <option key={option.key}>{option.label[locale]}</option>
                ))}
              </datalist>
            )
          }
        />
      )
    default:
      return (
        <TextField
          {...common}
          type="text"
          autoComplete="off"
          autoCapitalize={field.type === 'name' ? 'words' : undefined}
          spellCheck={false}
          lang={field.type === 'chineseName' ? 'zh-Hans' : undefined}
          className={field.type === 'chineseName' ? 'text-lg' : ''}
          {...senderInput[id]}
          onChange={(event) => onAnswer(event.target.value)}
        />
      )
  }
}

function rowsFor(length: number): number {
  if (length > 500) return 6
  return length > 60 ? 3 : 2
}
