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
    <li className="card event-card">
      <DateTile at={event.startsAt} quiet={event.state === 'past' || event.cancelled} />
      <div>
        <p>
          <span lang="zh-Hans">{event.lunar}</span>
          <span>{t(`event.kind-${event.kind}`)}</span>
          <StateBadge event={event} />
        </p>
        <h3>
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
        <ul>
          <li>
            <Icon name="clock" size={20} />
            <span>{hours(locale, event.startsAt, event.endsAt)}</span>
          </li>
          {event.place && (
            <li>
              <Icon name="pin" size={20} />
              <span>{event.place}</span>
            </li>
          )}
        </ul>
        {event.note && <p className="font-semibold">{event.note}</p>}
        {event.summary && <p>{event.summary}</p>}
      </div>
    </li>
  )
}
