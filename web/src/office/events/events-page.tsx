import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, time } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTile } from '../../ui/date-tile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { eventsQuery, type EventLine } from './event-queries.ts'

/** The events of the temple, by their next date. */
export function EventsPage() {
  const t = useT()
  const query = useQuery(eventsQuery)
  return (
    <>
      <PageTop title={t('office.area-events')} text={t('dates.text')} />
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art="bell" title={t('dates.none')} text={t('dates.none-text')} />
          ) : (
            <ul className="card divide-y divide-line overflow-hidden">
              {items.map((line) => (
                <Row key={line.id} line={line} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ line }: { line: EventLine }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="relative flex flex-wrap items-center gap-x-5 gap-y-2 p-4 hover:bg-gold-1/40 sm:px-5">
      {line.next && <DateTile at={line.next.startsAt} quiet={line.next.exception === 'cancelled'} />}
      <div className="min-w-0 grow basis-64">
        <Link href={`/events/${line.id}`} className="text-lg font-bold after:absolute after:inset-0">
          {line.title.en && <span lang="en">{line.title.en}</span>}
          {line.title.zh && (
            <span lang="zh-Hans" className={line.title.en ? 'ml-3' : ''}>
              {line.title.zh}
            </span>
          )}
        </Link>
        <p className="text-ink-2">{t(`dates.kind-${line.rule}`)}</p>
      </div>
      <p className="min-w-0 basis-56">
        {line.next ? (
          <>
            <span lang="zh-Hans" className="block font-bold">
              {line.next.lunar}
            </span>
            <span className="text-ink-2">
              {date(locale, line.next.startsAt, 'short')}, {time(locale, line.next.startsAt)}
            </span>
          </>
        ) : (
          <span className="text-ink-2">{t('dates.no-next')}</span>
        )}
      </p>
      <p className="w-32 text-ink-2">{t('dates.count', { count: line.dates })}</p>
      <p className="w-24">{!line.published && <Badge tone="over">{t('dates.hidden')}</Badge>}</p>
    </li>
  )
}
