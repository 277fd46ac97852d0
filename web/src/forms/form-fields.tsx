import { useT } from '../i18n/context.tsx'
import { Panel } from '../ui/panel.tsx'
import { SectionMark } from '../ui/section-mark.tsx'
import { AnswerField } from './answer-field.tsx'
import { mostPeople, type FormDefinition } from '../domain/form/definition.ts'
import { answered, type FormChange, type FormDraft } from '../domain/form/draft.ts'
import { asksBirth } from '../domain/form/definition.ts'
import { PeopleList } from './people-list.tsx'
import { fieldId } from './problems.ts'
import { SignNote, TaiSuiContext, type TaiSui } from './sign-note.tsx'

type Props = {
  definition: FormDefinition
  draft: FormDraft
  /** The most names that the chosen option takes. */
  nameCapacity?: number
  /** Error texts by control id. */
  errors: ReadonlyMap<string, string>
  onChange: (change: FormChange) => void
  /** Which zodiac signs meet Tai Sui, for forms with a birth date. */
  taiSui?: TaiSui
  /** The number of the form's first section on the page, from 0. */
  firstSection: number
}

/** The fields of a form: each list of people is a section, the other fields are one at the end. */
export function FormFields({ definition, draft, nameCapacity, errors, onChange, taiSui, firstSection }: Props) {
  const t = useT()
  const lists = definition.fields.filter((field) => field.type === 'people')
  const others = definition.fields.filter((field) => field.type !== 'people')
  return (
    <TaiSuiContext value={taiSui}>
      {lists.map((field, i) => (
        <PeopleList
          key={field.key}
          field={field}
          people={draft.people[field.key] ?? []}
          most={mostPeople(definition, field, nameCapacity)}
          errors={errors}
          onChange={onChange}
          section={firstSection + i}
        />
      ))}
      {others.length > 0 && (
        <fieldset className="min-w-0">
          <legend>
            <h2 className="text-2xl">
              <SectionMark number={firstSection + lists.length} />
              {t('form.more-title')}
            </h2>
          </legend>
          <Panel as="div" size="xs" className="mt-4 space-y-5">
            {others.map((field) => (
              <div key={field.key}>
                <AnswerField
                  id={fieldId(field.key)}
                  field={field}
                  showOptional={!definition.requireOneOf?.includes(field.key)}
                  answer={draft.answers[field.key]}
                  error={errors.get(fieldId(field.key))}
                  onAnswer={(answer) => onChange({ type: 'answer', field: field.key, answer })}
                />
                {asksBirth(field) && <SignNote value={answered([field], draft.answers)[field.key]} />}
              </div>
            ))}
          </Panel>
        </fieldset>
      )}
    </TaiSuiContext>
  )
}
