import { useLocale, useT } from '../../i18n/context.tsx'
import { sgt, shortMonth, weekday } from '../../i18n/format.ts'
import { Cloud } from '../../ui/art/cloud.tsx'

/** A coming day; the summary says time and place in a sentence. */
export type EventSummary = {
  key: string
  title: string
  summary: string
  startsAt: string
  lunar: string
  place: string
}

/** The coming days, each with its date in both calendars. */
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
          <Cloud className="mt-10 hidden h-20 lg:block" />
        </div>
        {props.events.length === 0 ? (
          <p className="card p-6 text-lg">{t('home.events-none')}</p>
        ) : (
          <ol className="space-y-4">
            {props.events.map((event) => (
              <EventCard key={event.key} event={event} />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function EventCard({ event }: { event: EventSummary }) {
  const locale = useLocale()
  return (
    <li className="card flex gap-4 p-4 sm:gap-6 sm:p-5">
      <div className="flex w-[5.2rem] shrink-0 flex-col items-center self-start overflow-hidden rounded-2xl bg-cinnabar-1 pb-2 text-center">
        <span className="w-full bg-cinnabar py-0.5 text-sm font-bold text-white">
          {shortMonth(locale, event.startsAt)}
        </span>
        <span className="font-display text-4xl leading-[1.25]">{sgt(event.startsAt).day}</span>
        <span className="text-xs font-semibold text-ink-2">{weekday(locale, event.startsAt)}</span>
      </div>
      <div className="min-w-0 self-center">
        <p className="font-kai text-lg font-bold leading-tight text-gold-7" lang="zh-Hans">
          {event.lunar}
        </p>
        <h3 className="mt-0.5 text-xl">{event.title}</h3>
        <p className="mt-1 text-ink-2">{event.summary}</p>
      </div>
    </li>
  )
}
