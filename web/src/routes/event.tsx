import { CalendarLinks } from '../features/event/calendar-links.tsx'
import { kinds, type EventSummary } from '../features/event/event.ts'
import { KindFilter } from '../features/event/kind-filter.tsx'
import { MonthList } from '../features/event/month-list.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { useQueryValue } from '../site/router/query-value.ts'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function EventPage() {
  const t = useT()
  const { events, past, later } = usePageData('event') ?? { events: [], past: [] }
  const wanted = useQueryValue('kind')
  const present = kinds.filter((kind) => [...events, ...past].some((event) => event.kind === kind))
  const kind = present.find((one) => one === wanted)
  const of = (list: EventSummary[]) => (kind ? list.filter((event) => event.kind === kind) : list)
  const [coming, over] = [of(events), of(past)]
  return (
    <div className="wrap">
      <PageHeading title={t('event.title')} text={t('event.text')} />
      {present.length > 1 && <KindFilter kinds={present} kind={kind} />}
      <p role="status" className="sr-only">
        {kind && t('event.found', { count: coming.length })}
      </p>
      {coming.length > 0 ? (
        <>
          <MonthList events={coming} name="coming" />
          {later && <p className="mt-6 text-ink-2">{t('event.later')}</p>}
        </>
      ) : (
        <EmptyState
          art="bell"
          title={kind ? t('event.none-of-kind-title') : t('event.none-title')}
          text={t('event.none-text')}
        >
          {kind && (
            <Link to="event" className={buttonClass('plain')}>
              {t('event.show-all')}
            </Link>
          )}
          <TemplePhone />
        </EmptyState>
      )}
      {over.length > 0 && (
        <details className="group mt-12 border-t border-line pt-6">
          <summary className="flex min-h-11 items-center gap-2 text-lg font-bold text-cinnabar [&::-webkit-details-marker]:hidden">
            <Icon name="down" className="shrink-0 transition group-open:rotate-180" />
            {t('event.past', { count: over.length })}
          </summary>
          <div className="mt-6">
            <MonthList events={over} name="past" />
          </div>
        </details>
      )}
      {events.length > 0 && <CalendarLinks />}
    </div>
  )
}
