import { useEffect, useId, useMemo, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { useTold } from './use-told.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FormField } from '../domain/form/definition.ts'
import { isBlankPerson, type FormChange, type Person } from '../domain/form/draft.ts'
import { answersFor, cardsOf, isChanged, offered, type Relative } from '../domain/form/family-book.ts'
import { calledBy } from '../domain/names.ts'
import { useFamilyBook } from './use-family-book.ts'

type Props = {
  list: FormField
  people: readonly Person[]
  most: number
  /** The minimum number of cards. */
  fewest: number
  onChange: (change: FormChange) => void
}

/** How many people of a large family book are shown at first. */
const atOnce = 8

/**
 * The people of the family book that the field accepts, one click each. Ticking fills a free card; unticking clears the
 * card unless it was edited.
 */
export function FamilyPicker({ list, people, most, fewest, onChange }: Props) {
  const t = useT()
  const id = useId()
  const book = useFamilyBook()
  const [open, setOpen] = useState(false)
  // The button disappears, so the focus moves to the first newly shown person.
  const [more, setMore] = useState<number>()
  useEffect(() => {
    if (more !== undefined) document.getElementById(id)?.querySelectorAll('input')[more]?.focus()
  }, [more, id])
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
    if (!free && people.length >= most) return setSaid({ key: 'form.full', vars: { max: most, count: most } })
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

  const shown = open ? relatives : relatives.filter(({ id: who }, i) => i < atOnce || cards.has(who))
  return (
    <div className="mt-4">
      <fieldset id={id}>
        <legend className="mb-2 font-semibold">{t('form.book-legend')}</legend>
        <ul className="flex flex-wrap gap-2">
          {shown.map((relative) => {
            const card = cards.get(relative.id)
            return (
              <li key={relative.id} className="min-w-0">
                <label className="relative flex min-h-12 items-center gap-2 rounded-3xl bg-card px-4 py-1.5 shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:bg-cinnabar-1 has-checked:shadow-[inset_0_0_0_2.5px_var(--color-cinnabar)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007]">
                  <input
                    type="checkbox"
                    className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
                    checked={card !== undefined}
                    onChange={() => (card ? untick(relative, card) : tick(relative))}
                  />
                  <Icon name={card ? 'check' : 'plus'} size={20} className="shrink-0 text-cinnabar" />
                  <Name relative={relative} />
                </label>
              </li>
            )
          })}
        </ul>
      </fieldset>
      {relatives.length > shown.length && (
        <Button
          kind="quiet"
          className="mt-2"
          aria-controls={id}
          onClick={() => {
            setOpen(true)
            setMore(shown.length)
          }}
        >
          {t('form.book-open')}
          <span className="font-normal text-ink-2">({relatives.length})</span>
        </Button>
      )}
      <p role="status" className="mt-2 font-semibold empty:hidden">
        {said}
      </p>
    </div>
  )
}

function Name({ relative }: { relative: Relative }) {
  const who = calledBy(relative)
  const more = [who === relative.name ? '' : relative.name, relative.relation].filter((text) => text.trim() !== '')
  return (
    <span className="min-w-0">
      <span className="font-names text-lg leading-snug" lang={who === relative.name ? undefined : 'zh-Hans'}>
        {who}
      </span>
      {more.length > 0 && <span className="ml-2 text-sm text-ink-2">{more.join(' · ')}</span>}
    </span>
  )
}
