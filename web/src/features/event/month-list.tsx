import { useLocale } from '../../i18n/context.tsx'
import { monthOfYear } from '../../i18n/format.ts'
import type { EventSummary } from './event.ts'
import { EventCard } from './event-card.tsx'
import { byMonth } from './months.ts'

/** Events grouped by month. */
export function MonthList({ events, name }: { events: readonly EventSummary[]; name: string }) {
  const locale = useLocale()
  return (
    <div className="space-y-10">
      {byMonth(events).map((month) => {
        const id = `${name}-${month.key}`
        return (
          <section key={id} aria-labelledby={id} className="grid gap-x-10 gap-y-4 lg:grid-cols-[12rem_1fr]">
            <h2 id={id} className="text-2xl lg:pt-5">
              {monthOfYear(locale, `${month.key}-01`)}
            </h2>
            <ol className="space-y-4">
              {month.events.map((event) => (
                <EventCard key={`${event.key} ${event.startsAt}`} event={event} />
              ))}
            </ol>
          </section>
        )
      })}
    </div>
  )
}
