import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ageOf } from '../kit/format/age.ts'
import { searchOf, type InboxRow, type Place } from './inbox-queries.ts'
import { LanguageMark } from './language-mark.tsx'

/** Messages; those to be answered are sorted oldest first. */
export function EntryList({ rows, place, open }: { rows: readonly InboxRow[]; place: Place; open: string }) {
  const t = useT()
  return (
    <ul className="card overflow-hidden">
      {rows.map((row, at) => (
        <Row
          key={row.id}
          row={row}
          href={`/inbox/${row.id}${searchOf(place)}`}
          here={row.id === open}
          oldest={at === 0 && place.page === 1 && place.tab === 'open' && !place.q && rows.length > 1}
        />
      ))}
      <li className="border-t border-line p-4 text-sm text-ink-2">{t('inbox.erased')}</li>
    </ul>
  )
}

function Row({ row, href, here, oldest }: { row: InboxRow; href: string; here: boolean; oldest: boolean }) {
  const t = useT()
  return (
    <li
      className={`relative border-t border-line p-4 first:border-t-0 ${here ? 'bg-gold-1 shadow-[inset_4px_0_0_var(--color-cinnabar)]' : 'hover:bg-gold-1'}`}
    >
      <div className="flex items-baseline justify-between gap-3">
        <Link
          href={href}
          aria-current={here ? 'page' : undefined}
          className="min-w-0 font-bold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {row.name || row.reference}
        </Link>
        <Since at={row.state === 'open' ? row.createdAt : row.lastAt} />
      </div>
      {row.excerpt && <p className="mt-0.5 line-clamp-2 wrap-anywhere">{row.excerpt}</p>}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <LanguageMark locale={row.locale} />
        {oldest && (
          <Badge tone="act" icon="clock" size="low">
            {t('inbox.oldest')}
          </Badge>
        )}
        {row.undelivered && (
          <Badge tone="act" icon="warning" size="low">
            {t('inbox.undelivered')}
          </Badge>
        )}
        <span>{row.subject || t('inbox.contact')}</span>
        {row.assignee && (
          <span className="inline-flex items-center gap-1">
            <Icon name="user" size={16} />
            {row.assignee.name}
          </span>
        )}
        {row.claimed && (
          <span className="inline-flex items-center gap-1">
            <Icon name="edit" size={16} />
            {row.claimed}
          </span>
        )}
      </p>
    </li>
  )
}

/** The age of a message by this device's clock; the day if older than a week. */
function Since({ at }: { at: string }) {
  const t = useT()
  const locale = useLocale()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const { unit, count } = ageOf(at, now)
  return (
    <span className="shrink-0 text-sm text-ink-2">
      {unit === 'days' && count > 7 ? date(locale, at, 'short') : t(`office.waiting-${unit}`, { count })}
    </span>
  )
}
