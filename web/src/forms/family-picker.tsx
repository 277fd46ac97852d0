import { useId, useMemo, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { useTold } from './use-told.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import type { FormField } from '../domain/form/definition.ts'
import { isBlankPerson, type FormChange, type Person } from '../domain/form/draft.ts'
import { answersFor, cardsOf, isChanged, offered, type Relative } from '../domain/form/family-book.ts'
import { calledBy } from '../domain/names.ts'
import { useFamilyBook } from './use-family-book.ts'

type Props = {
  list: FormField
  people: readonly Person[]
  most: number
  /** How many cards there are at least. */
  fewest: number
  onChange: (change: FormChange) => void
}

/**
 * The people of the family book whom the field takes, to be ticked. A tick writes on a free card; what somebody typed
 * stays, so that taking a tick away leaves a card alone that says something else than the book.
 */
export function FamilyPicker({ list, people, most, fewest, onChange }: Props) {
  const t = useT()
  const id = useId()
  const book = useFamilyBook()
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useTold()
  const [ticked, setTicked] = useState<ReadonlyMap<string, number>>(new Map())
  const relatives = useMemo(() => offered(list, book ?? []), [book, list])
  const cards = useMemo(() => cardsOf(list, people, relatives, ticked), [list, people, relatives, ticked])
  if (relatives.length === 0) return null
  const filled = people.filter((person) => !isBlankPerson(person)).length

  function tick(relative: Relative) {
    const answers = answersFor(list, relative)
    if (!answers) return
    const free = people.find(isBlankPerson)
    if (!free && people.length >= most) return setSaid({ key: 'form.full', vars: { max: most } })
    onChange({ type: 'fill', list: list.key, answers })
    if (free) setTicked(new Map(ticked).set(relative.id, free.id))
    setSaid({ key: 'form.book-filled', vars: { who: calledBy(relative), count: filled + 1, max: most } })
  }

  function untick(relative: Relative, card: Person) {
    const who = calledBy(relative)
    if (isChanged(list, card, relative)) return setSaid({ key: 'form.book-changed', vars: { who } })
    onChange({ type: people.length > fewest ? 'remove' : 'clear', list: list.key, person: card.id })
    setSaid({ key: 'form.book-taken-out', vars: { who, count: filled - 1, max: most } })
  }

  return (
    <div className="mt-4">
      <Button
        icon={open ? 'minus' : 'plus'}
        className="w-full sm:w-auto"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('form.book-open')}
        <span className="font-normal text-ink-2">({relatives.length})</span>
      </Button>
      <Panel as="div" size="xs" id={id} hidden={!open} className="mt-3">
        <fieldset>
          <legend className="text-lg font-bold">{t('form.book-legend')}</legend>
          <p className="mb-2 text-ink-2">{t('form.book-text')}</p>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {relatives.map((relative) => {
              const card = cards.get(relative.id)
              return (
                <li key={relative.id}>
                  <label className="flex min-h-12 items-start gap-3 py-2">
                    <input
                      type="checkbox"
                      className="mt-1 h-6 w-6 shrink-0 accent-cinnabar"
                      checked={card !== undefined}
                      onChange={() => (card ? untick(relative, card) : tick(relative))}
                    />
                    <Name relative={relative} />
                  </label>
                </li>
              )
            })}
          </ul>
        </fieldset>
        <p role="status" className="mt-2 font-semibold empty:hidden">
          {said}
        </p>
      </Panel>
    </div>
  )
}

function Name({ relative }: { relative: Relative }) {
  const who = calledBy(relative)
  const more = [who === relative.name ? '' : relative.name, relative.relation].filter((text) => text.trim() !== '')
  return (
    <span className="min-w-0">
      <span className="block font-names text-xl leading-snug" lang={who === relative.name ? undefined : 'zh-Hans'}>
        {who}
      </span>
      {more.length > 0 && <span className="block text-sm text-ink-2">{more.join(' · ')}</span>}
    </span>
  )
}
