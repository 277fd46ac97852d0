import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import type { TaiSui } from '../../forms/sign-note.tsx'
import { Link } from '../../site/router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FamilyCard } from './family-card.tsx'
import { calledBy, type Kind, type Person } from '../../domain/names.ts'

/** A person who was just removed, and their index among their kind. */
export type Gone = { person: Person; place: number }

type Props = {
  kind: Kind
  people: readonly Person[]
  taiSui: TaiSui
  /** The book has reached its limit. */
  full: boolean
  gone?: Gone
  pending: boolean
  onRemove: (person: Person) => void
  onPutBack: () => void
}

/** The living or the departed of the book. An undo button replaces a person who was removed. */
export function PeopleGroup({ kind, people, taiSui, full, gone, pending, onRemove, onPutBack }: Props) {
  const t = useT()
  const cards = people.map((person) => (
    <li key={person.id}>
      <FamilyCard person={person} taiSui={taiSui} onRemove={onRemove} />
    </li>
  ))
  if (gone?.person.kind === kind)
    cards.splice(
      gone.place,
      0,
      <li key="gone" className="no-print">
        <PutBack gone={gone} pending={pending} onPutBack={onPutBack} />
      </li>,
    )
  return (
    <section aria-labelledby={`${kind}-title`}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={`${kind}-title`} tabIndex={-1} className="text-2xl">
            {t(`family.${kind}-title`)}
          </h2>
          <p className="text-ink-2">
            {t('family.count', { count: people.length })}
            <span className="no-print"> · {t(`family.${kind}-text`)}</span>
          </p>
        </div>
        {!full && (
          <Link
            to="member-profile-family"
            query={{ edit: kind }}
            className={buttonClass('plain', 'no-print max-sm:w-full')}
          >
            <Icon name="plus" size={22} />
            {t(`family.add-${kind}`)}
          </Link>
        )}
      </div>
      {cards.length > 0 ? (
        <ul className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">{cards}</ul>
      ) : (
        <p className="card p-5 text-ink-2">{t(`family.none-${kind}`)}</p>
      )}
    </section>
  )
}

function PutBack({ gone, pending, onPutBack }: { gone: Gone; pending: boolean; onPutBack: () => void }) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  // The removed card had the focused button.
  useEffect(() => button.current?.focus(), [gone])
  return (
    <Notice kind="success" title={t('family.removed', { who: calledBy(gone.person) })}>
      <Button ref={button} className="mt-2" pending={pending} onClick={onPutBack}>
        {t('common.undo')}
      </Button>
    </Notice>
  )
}
