import { placeOfDay } from '../../domain/event-day.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import type { EventDetail } from './event.ts'
import { hours } from './when.ts'

/** The dates of a recurring event, in both calendars; a cancelled date is struck through. */
export function DateList({ event }: { event: EventDetail }) {
  const t = useT()
  const locale = useLocale()
  if (event.dates.length < 2) return null
  return (
    <section aria-labelledby="event-dates" className="mt-10">
      <h2 id="event-dates" className="mb-3 text-2xl">
        {t('event.dates')}
      </h2>
      <ul className="card divide-y divide-line">
        {event.dates.map((one) => (
          <li
            key={one.startsAt}
            id={placeOfDay(one.startsAt)}
            className="flex scroll-mt-28 flex-wrap items-baseline gap-x-5 gap-y-1 px-5 py-3 target:bg-gold-1"
          >
            <span className={one.cancelled ? 'text-ink-2 line-through' : 'font-bold'}>
              {date(locale, one.startsAt)}
            </span>
            <span className={`font-kai text-gold-7 ${one.cancelled ? 'line-through' : ''}`} lang="zh-Hans">
              {one.lunar}
            </span>
            {!one.cancelled && <span className="text-ink-2">{hours(locale, one.startsAt, one.endsAt)}</span>}
            {one.cancelled && (
              <Badge tone="over" size="small">
                {t('event.state-cancelled')}
              </Badge>
            )}
            {one.note && <span className="basis-full text-ink-2">{one.note}</span>}
          </li>
        ))}
      </ul>
      {event.more ? <p className="mt-3 text-ink-2">{t('event.dates-more', { count: event.more })}</p> : null}
    </section>
  )
}
