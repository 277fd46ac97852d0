import { placeOfDay } from '../../domain/event-day.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { DateTile } from '../../ui/date-tile.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { EventSummary } from './event.ts'
import { StateBadge } from './state-badge.tsx'
import { hours } from './when.ts'

/** An event of the calendar, in both calendars; the whole card is a link. */
export function EventCard({ event }: { event: EventSummary }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="card relative flex flex-wrap gap-4 p-4 transition hover:shadow-lift sm:gap-6 sm:p-5">
      <DateTile at={event.startsAt} quiet={event.state === 'past' || event.cancelled} />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 leading-tight text-gold-7">
          <span className="font-kai text-lg font-bold" lang="zh-Hans">
            {event.lunar}
          </span>
          <span className="text-sm font-semibold">{t(`event.kind-${event.kind}`)}</span>
          <StateBadge event={event} />
        </p>
        <h3 className="mt-1 text-xl">
          <Link
            card
            to="event-key"
            params={{ key: event.key }}
            hash={placeOfDay(event.startsAt)}
            className={event.cancelled ? 'text-ink-2 line-through' : undefined}
          >
            {event.title}
          </Link>
        </h3>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
          <li className="flex items-center gap-1.5">
            <Icon name="clock" size={20} className="shrink-0" />
            <span className="min-w-0">{hours(locale, event.startsAt, event.endsAt)}</span>
          </li>
          {event.place && (
            <li className="flex items-center gap-1.5">
              <Icon name="pin" size={20} className="shrink-0" />
              <span className="min-w-0">{event.place}</span>
            </li>
          )}
        </ul>
        {event.note && <p className="mt-1.5 font-semibold">{event.note}</p>}
        {event.summary && <p className="mt-1.5">{event.summary}</p>}
      </div>
    </li>
  )
}
