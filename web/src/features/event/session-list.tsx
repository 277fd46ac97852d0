import { useLocale, useT } from '../../i18n/context.tsx'
import type { EventDetail } from './event.ts'
import { hours } from './when.ts'

/** The sessions of an event, if it has more than one. */
export function SessionList({ event }: { event: EventDetail }) {
  const t = useT()
  const locale = useLocale()
  if (!event.sessions?.length) return null
  return (
    <section aria-labelledby="event-sessions" className="mt-10">
      <h2 id="event-sessions" className="mb-3 text-2xl">
        {t('event.sessions')}
      </h2>
      <ul className="card divide-y divide-line">
        {event.sessions.map((one) => (
          <li key={`${one.startsAt} ${one.title}`} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 px-5 py-3">
            <span className="font-bold">{hours(locale, one.startsAt, one.endsAt)}</span>
            <span>{one.title || event.title}</span>
            <span className="text-ink-2">{one.place}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
