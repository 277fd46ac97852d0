import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { addressOf, kinds } from './kinds.ts'
import { Remind } from './remind.tsx'
import type { Today } from './today-queries.ts'
import { waitingWords } from './waiting-words.ts'

type Waiting = Today['waiting'][number]

/** An open task: how many, since when, and a link. */
export function WaitingCard(props: { waiting: Waiting; now: string; first: boolean; areas: readonly string[] }) {
  const { waiting, now, first } = props
  const t = useT()
  const locale = useLocale()
  const { what } = waiting
  const { icon } = kinds[what]
  const to = addressOf(waiting)
  const { heading, names, lines } = waitingWords(t, locale, waiting, now)
  return (
    <li className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:p-5">
      <span
        className={`grid size-14 shrink-0 place-items-center rounded-2xl ${first ? 'bg-cinnabar-1 text-cinnabar' : 'bg-gold-1 text-gold-7'}`}
      >
        <Icon name={icon} />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="font-sans text-lg font-bold break-words">{heading}</h2>
        {names && <p className="line-clamp-2 break-words">{names}</p>}
        {lines.map((line) => (
          <p key={line} className="break-words text-ink-2">
            {line}
          </p>
        ))}
      </div>
      {what === 'staff' && waiting.id && (
        <Remind
          id={waiting.id}
          name={waiting.names?.[0]?.[locale] ?? ''}
          reminded={waiting.reminded === true}
          first={first}
        />
      )}
      {props.areas.includes(to.split(/[/?]/)[1] ?? '') && (
        <Link
          href={to}
          className={buttonClass(first && !(what === 'staff' && waiting.id) ? 'primary' : 'plain')}
          aria-label={t(`today.${what}-go`)}
        >
          {t(what === 'shift' ? 'today.shift-go' : 'today.go')}
        </Link>
      )}
    </li>
  )
}
