import { useLocale, useT } from '../../i18n/context.tsx'
import { joinLocale } from '../../site/router/route.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Links to the calendar: a download for one's own device, and a feed of upcoming events. */
export function CalendarLinks() {
  const t = useT()
  const locale = useLocale()
  const calendar = `/api/event/calendar.ics?locale=${locale}`
  const feed = joinLocale(locale, '/event/feed.atom')
  return (
    <section aria-labelledby="calendar-links" className="no-print mt-14 rounded-card bg-paper-2 p-6 sm:p-8">
      {/* For programs that look for feeds; React moves these to the head. */}
      <link rel="alternate" type="text/calendar" title={t('event.calendar-title')} href={calendar} />
      <h2 id="calendar-links" className="text-2xl">
        {t('event.calendar-title')}
      </h2>
      <p className="mt-2 max-w-2xl text-lg text-ink-2">{t('event.calendar-text')}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a className={buttonClass('plain')} href={calendar}>
          <Icon name="calendar" />
          {t('event.add-all')}
        </a>
        <a className="link touch" href={feed}>
          {t('event.feed')}
        </a>
      </div>
    </section>
  )
}
