import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EntryPerson } from './ceremony-queries.ts'

type Props = {
  /** Which list of the text it is: the prefix of the server's field names. */
  list: 'people' | 'dedicators'
  legend: string
  people: readonly EntryPerson[]
  /** What is printed beside a name: an honorific for a departed person, a relation for a dedicator. */
  beside?: 'honorific' | 'relation'
  /** A petition has birth date and age. */
  born?: boolean
  errorOf: (id: string) => string | undefined
  onChange: (people: EntryPerson[]) => void
  /** Focuses the first name when the form opens. */
  first?: boolean
}

/** The names on a printed piece in order, each with its additions. */
export function PeopleFields({ list, legend, people, beside, born = false, errorOf, onChange, first = false }: Props) {
  const t = useT()
  const change = (at: number, part: Partial<EntryPerson>) =>
    onChange(people.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <ol className="space-y-2">
        {people.map((one, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no id; their fields are controlled
          <li key={i} className="flex flex-wrap items-end gap-2">
            {beside && (
              <div className="w-28 shrink-0">
                <TextField
                  id={`text.${list}[${i}].${beside}`}
                  label={t(`ceremonies.${beside}`)}
                  lang="zh-Hans"
                  maxLength={20}
                  className="font-names"
                  value={one[beside] ?? ''}
                  error={errorOf(`text.${list}[${i}].${beside}`)}
                  onChange={(event) =>
                    change(i, {
                      [beside]: event.target.value,
                      ...(beside === 'honorific' && { typed: true }),
                    })
                  }
                />
              </div>
            )}
            <div className="min-w-0 grow">
              <TextField
                id={`text.${list}[${i}].name`}
                label={t('ceremonies.name-no', { no: i + 1 })}
                lang="zh-Hans"
                maxLength={80}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the E key opens it to type at once
                autoFocus={first && i === 0}
                autoComplete="off"
                spellCheck={false}
                className="font-names text-xl"
                value={one.name}
                error={errorOf(`text.${list}[${i}].name`)}
                onChange={(event) => change(i, { name: event.target.value })}
              />
            </div>
            <IconButton
              icon="trash"
              label={t('ceremonies.remove-name', { no: i + 1 })}
              onClick={() => onChange(people.filter((_, j) => j !== i))}
            />
            {born &&
              (['birth', 'age'] as const).map((part) => (
                <div key={part} className={part === 'birth' ? 'min-w-0 grow basis-48' : 'w-28 shrink-0'}>
                  <TextField
                    id={`text.${list}[${i}].${part}`}
                    label={t(`ceremonies.${part}`)}
                    lang="zh-Hans"
                    maxLength={20}
                    className="font-names"
                    value={one[part] ?? ''}
                    error={errorOf(`text.${list}[${i}].${part}`)}
                    onChange={(event) => change(i, { [part]: event.target.value })}
                  />
                </div>
              ))}
          </li>
        ))}
      </ol>
      {people.length < 40 && (
        <Button kind="quiet" icon="plus" onClick={() => onChange([...people, { name: '' }])}>
          {t('ceremonies.add-name')}
        </Button>
      )}
    </fieldset>
  )
}
