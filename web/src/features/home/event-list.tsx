import type { components } from '../../api/schema'
import { placeOfDay } from '../../domain/event-day.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { Cloud } from '../../ui/art/cloud.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DateTile } from '../../ui/date-tile.tsx'
import { Icon } from '../../ui/icon.tsx'

type EventSummary = components['schemas']['EventCard']

/** Upcoming event dates, each in both calendars. */
export function EventList(props: { events: readonly EventSummary[] }) {
  const t = useT()
  return (
    <section id="events" className="mt-16 bg-paper-2 py-14 lg:mt-24 lg:py-20" aria-labelledby="events-title">
      <div className="wrap grid gap-10 lg:grid-cols-[1fr_1.5fr]">
        <div>
          <p className="eyebrow">{t('common.event')}</p>
          <h2 id="events-title" className="mt-2 text-3xl lg:text-4xl">
            {t('home.events-title')}
          </h2>
          <p className="mt-4 max-w-sm text-lg text-ink-2">{t('home.events-text')}</p>
          <Link to="event" className={buttonClass('plain', 'mt-6')}>
            <Icon name="calendar" />
            {t('home.all-events')}
          </Link>
          <Cloud className="mt-10 hidden h-20 lg:block" />
        </div>
        {props.events.length === 0 ? (
          <div className="card self-start p-6 text-lg">
            <p>{t('home.events-none')}</p>
            <TemplePhone />
          </div>
        ) : (
          <ol className="space-y-4">
            {props.events.map((event) => (
              <EventCard key={`${event.key} ${event.startsAt}`} event={event} />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function EventCard({ event }: { event: EventSummary }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="card event-card">
      <DateTile at={event.startsAt} quiet={event.cancelled} />
      <div className="min-w-0 grow basis-28 self-center">
        <p className="font-kai text-lg font-bold leading-tight text-gold-7" lang="zh-Hans">
          {event.lunar}
          {event.cancelled && ` · ${t('home.cancelled')}`}
        </p>
        <h3 className="mt-0.5 text-xl">
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
        <p className="mt-1 text-ink-2">
          {t('home.event-when', { time: time(locale, event.startsAt), place: event.place, summary: event.summary })}
        </p>
      </div>
    </li>
  )
}
