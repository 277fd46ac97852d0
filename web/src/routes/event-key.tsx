import { DayOffering } from '../features/event/day-offering.tsx'
import { isoDay } from '../domain/event-day.ts'
import { DateList } from '../features/event/date-list.tsx'
import { EventFacts } from '../features/event/event-facts.tsx'
import { SessionList } from '../features/event/session-list.tsx'
import { StateBadge } from '../features/event/state-badge.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { Photograph } from '../ui/art/photograph.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function EventKeyPage() {
  const t = useT()
  const locale = useLocale()
  const event = usePageData('event-key')
  if (!event) return null
  const past = event.state === 'past'
  const lang = event.otherLanguage ? (locale === 'zh' ? 'en' : 'zh-Hans') : undefined
  return (
    <div className="wrap">
      <article className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div>
          <PageHeading
            eyebrow={
              <>
                {t(`event.kind-${event.kind}`)}
                <StateBadge event={event} />
              </>
            }
            title={event.title}
            text={event.summary}
          />
          {past && (
            <div className="mb-6">
              <Notice title={t('event.is-past')}>
                <Link to="event" className="link touch">
                  {t('event.see-coming')}
                </Link>
              </Notice>
            </div>
          )}
          {event.cancelled && !past && (
            <div className="mb-6">
              <Notice title={t('event.is-cancelled')}>{event.note}</Notice>
            </div>
          )}
          {event.photo && (
            <div className="mb-6 aspect-[16/9] overflow-hidden rounded-[24px] shadow-card">
              <Photograph photo={event.photo} alt={event.photo.alt} sizes="(min-width: 64em) 48em, 100vw" eager />
            </div>
          )}
          <EventFacts event={event} />
          {!past && !event.cancelled && (
            <p className="no-print mt-6 flex flex-wrap gap-3">
              <a
                className={buttonClass('primary')}
                href={`/api/event/${encodeURIComponent(event.key)}/calendar.ics?date=${isoDay(event.startsAt)}&locale=${locale}`}
              >
                <Icon name="calendar" />
                {t('event.add')}
              </a>
              {event.dates.length > 1 && (
                <a
                  className={buttonClass('plain')}
                  href={`/api/event/${encodeURIComponent(event.key)}/calendar.ics?locale=${locale}`}
                >
                  {t('event.add-dates')}
                </a>
              )}
            </p>
          )}
          <SessionList event={event} />
          {event.html && (
            <section aria-labelledby="about-event" className="mt-10">
              <h2 id="about-event" className="mb-3 text-2xl">
                {t('event.about-title')}
              </h2>
              {event.otherLanguage && (
                <div className="mb-5">
                  <Notice>{t('common.other-language')}</Notice>
                </div>
              )}
              {/* oxlint-disable-next-line react/no-danger -- internal/base/markup sanitises it when stored and when served */}
              <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: event.html }} />
            </section>
          )}
          <DateList event={event} />
          <p className="no-print mt-10">
            <Link to="event" className="link touch gap-1.5">
              <Icon name="back" size={20} />
              {t('event.all-events')}
            </Link>
          </p>
        </div>
        {event.offering && !past && (
          <aside className="lg:pt-3">
            <DayOffering offering={event.offering} />
          </aside>
        )}
      </article>
    </div>
  )
}
