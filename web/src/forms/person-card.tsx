import { memo } from 'react'
import { useT } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'
import { AnswerField } from './answer-field.tsx'
import type { FormField } from '../domain/form/definition.ts'
import { answered, type FormChange, type Person } from '../domain/form/draft.ts'
import { asksBirth } from '../domain/form/definition.ts'
import { fieldId, personTitle } from './problems.ts'
import { SignNote } from './sign-note.tsx'

type Props = {
  list: FormField
  person: Person
  /** From 1; 0 if there can be only one. */
  number: number
  errors: ReadonlyMap<string, string>
  onChange: (change: FormChange) => void
  /** Absent if the person cannot be removed. */
  onRemove?: (person: number, number: number) => void
}

/** A person of a form. Memoised, so that typing into one card does not render the others. */
export const PersonCard = memo(function PersonCard({ list, person, number, errors, onChange, onRemove }: Props) {
  const t = useT()
  const fields = list.fields ?? []
  const title = t(personTitle(list), { number })
  const short = fields.filter((field) => field.type !== 'birthDate' && field.type !== 'text')
  const field = (asked: FormField) => {
    const id = fieldId(asked.key, list.key, person.id)
    return (
      <AnswerField
        key={asked.key}
        id={id}
        field={asked}
        showOptional={!list.requireOneOf?.includes(asked.key)}
        answer={person.answers[asked.key]}
        error={errors.get(id)}
        onAnswer={(answer) =>
          onChange({ type: 'person-answer', list: list.key, person: person.id, field: asked.key, answer })
        }
      />
    )
  }
  return (
    <li className="card p-4 sm:p-5" aria-label={number > 0 ? title : undefined}>
      {number > 0 && (
        <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
          <h3 className="text-lg">{title}</h3>
          {onRemove && (
            <button
              type="button"
              className="flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-cinnabar hover:bg-cinnabar-1"
              aria-label={t('form.remove', { who: title })}
              onClick={() => onRemove(person.id, number)}
            >
              <Icon name="trash" size={22} />
              {t('common.remove')}
            </button>
          )}
        </div>
      )}
      <div className={`grid items-end gap-4 ${short.length > 1 ? 'sm:grid-cols-2' : ''}`}>{short.map(field)}</div>
      {fields.length > short.length && (
        <div className="mt-4 space-y-4">
          {fields
            .filter((asked) => !short.includes(asked))
            .map((asked) => (
              <div key={asked.key}>
                {field(asked)}
                {list.takes !== 'departed' && asksBirth(asked) && (
                  <SignNote value={answered([asked], person.answers)[asked.key]} />
                )}
              </div>
            ))}
        </div>
      )}
    </li>
  )
})
