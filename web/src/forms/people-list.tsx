import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale, useT } from '../i18n/context.tsx'
import { useTold } from './use-told.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { SectionMark } from '../ui/section-mark.tsx'
import { fewestPeople, type FormField } from '../domain/form/definition.ts'
import type { FormChange, Person } from '../domain/form/draft.ts'
import { PersonCard } from './person-card.tsx'
import { fieldId, personTitle } from './problems.ts'
import { useFamilyParts } from './use-family-parts.ts'

type Props = {
  field: FormField
  people: readonly Person[]
  most: number
  errors: ReadonlyMap<string, string>
  onChange: (change: FormChange) => void
  /** The number of its section on the page, from 0. */
  section: number
}

/**
 * A list of people: the focus moves to the new card after adding and to the heading after removing; the removal is also
 * announced.
 */
export function PeopleList({ field, people, most, errors, onChange, section }: Props) {
  const t = useT()
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const cards = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useTold()
  const [added, setAdded] = useState(0)
  const id = fieldId(field.key)
  const error = errors.get(id)
  const one = most === 1 && people.length <= 1
  const fewest = Math.max(1, fewestPeople(field))
  const family = useFamilyParts()

  useEffect(() => {
    if (added > 0) cards.current?.lastElementChild?.querySelector<HTMLElement>('input,select,textarea')?.focus()
  }, [added])

  const remove = useCallback(
    (person: number, number: number) => {
      onChange({ type: 'remove', list: field.key, person })
      setSaid({ say: (words) => words('form.removed', { who: words(personTitle(field), { number }) }) })
      heading.current?.focus()
    },
    [field, onChange, setSaid],
  )

  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend>
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          <SectionMark number={section} />
          {field.label[locale]}
        </h2>
      </legend>
      {field.help && <p className="mt-1.5 text-ink-2">{field.help[locale]}</p>}
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}-error`} text={error} />
        </div>
      )}
      {family && <family.Picker list={field} people={people} most={most} fewest={fewest} onChange={onChange} />}
      <ol ref={cards} className="mt-4 space-y-4">
        {people.map((person, i) => (
          <PersonCard
            key={person.id}
            list={field}
            person={person}
            number={one ? 0 : i + 1}
            errors={errors}
            onChange={onChange}
            onRemove={people.length > fewest ? remove : undefined}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {!one && (
        <Button
          icon="plus"
          className="mt-4 w-full sm:w-auto"
          aria-disabled={people.length >= most || undefined}
          onClick={() => {
            if (people.length >= most) return setSaid({ key: 'form.full', vars: { max: most, count: most } })
            onChange({ type: 'add', list: field.key })
            setSaid()
            setAdded(added + 1)
          }}
        >
          {t(field.takes === 'departed' ? 'form.add-name' : 'form.add-person')}
          <span className="font-normal text-ink-2">{t('form.count', { count: people.length, max: most })}</span>
        </Button>
      )}
      {family?.Keep && <family.Keep list={field} people={people} />}
    </fieldset>
  )
}
