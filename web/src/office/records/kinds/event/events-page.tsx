import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { dateTime } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateTile } from '../../../../ui/date-tile.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LoadMoreSentinel } from '../../../kit/list/load-more-sentinel.tsx'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { PageTop } from '../../../kit/layout/page-top.tsx'
import { useIncrementalList } from '../../../kit/list/use-incremental-list.ts'
import { LanguageState } from '../../frame/language-state.tsx'
import { NewRecord } from '../../list/new-record.tsx'
import { recordPath } from '../../../kit/site/record-kinds.ts'
import { recordList, type Summary } from '../../record-queries.ts'
import { SideCards } from '../../list/side-cards.tsx'
import { eventsQuery, type EventLine } from './event-queries.ts'
import { BothTitles } from '../../../kit/format/both-titles.tsx'
import { LunarDate } from '../../../kit/format/lunar-date.tsx'

/** The events of the temple, by next date; those without one first, because they need attention. */
export function EventsPage() {
  const t = useT()
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const records = useQuery(recordList('event'))
  const dates = useQuery(eventsQuery)
  const place = new Map(dates.data?.items.map((line, i) => [line.key, { line, i }]))
  const inOrder = (items: readonly Summary[]) =>
    items.toSorted((a, b) => (place.get(a.key)?.i ?? -1) - (place.get(b.key)?.i ?? -1))
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageTop title={t('office.area-events')} text={t('records-event.text')} />
        <Button kind="primary" icon="plus" className="mb-4" onClick={() => setAdding(true)}>
          {t('records.new-event')}
        </Button>
      </div>
      <Loaded query={records}>
        {(list) => (
          <>
            {list.items.length === 0 ? (
              <EmptyState art="bell" title={t('records-event.none')} text={t('records-event.none-text')} />
            ) : (
              <Rows items={inOrder(list.items)} lineOf={(key) => place.get(key)?.line} />
            )}
            <SideCards list={list} />
          </>
        )}
      </Loaded>
      {adding && <NewRecord kind="event" onClose={() => setAdding(false)} onMade={(id) => navigate(`/events/${id}`)} />}
    </>
  )
}

function Rows({ items, lineOf }: { items: readonly Summary[]; lineOf: (key: string) => EventLine | undefined }) {
  const drawn = useIncrementalList(items)
  return (
    <>
      <ul className="card divide-y divide-line overflow-hidden">
        {drawn.rows.map((record, i) => (
          <Row key={record.id} record={record} line={lineOf(record.key)} at={i} of={items.length} />
        ))}
      </ul>
      <LoadMoreSentinel drawn={drawn} />
    </>
  )
}

type RowProps = { record: Summary; line: EventLine | undefined; at: number; of: number }

const Row = memo(function Row({ record, line, at, of }: RowProps) {
  const t = useT()
  const locale = useLocale()
  const { title } = record
  return (
    <li
      aria-posinset={at + 1}
      aria-setsize={of}
      className="relative [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] flex flex-wrap items-center gap-x-5 gap-y-2 p-4 hover:bg-gold-1/40 sm:px-5"
    >
      {line?.next && <DateTile at={line.next.startsAt} quiet={line.next.exception === 'cancelled'} />}
      <div className="min-w-0 grow basis-64">
        <Link
          href={recordPath(record)}
          className="flex flex-wrap items-baseline gap-x-3 text-lg font-bold after:absolute after:inset-0 [&>*+*]:font-normal"
        >
          <BothTitles title={title} />
        </Link>
        <p className="text-ink-2">{line ? t(`records-event.kind-${line.rule}`) : record.address}</p>
      </div>
      <p className="min-w-0 basis-56">
        {line?.next ? (
          <>
            <LunarDate className="block font-bold">{line.next.lunar}</LunarDate>
            <span className="text-ink-2">{dateTime(locale, line.next.startsAt)}</span>
          </>
        ) : (
          <span className="text-ink-2">{t('records-event.no-next')}</span>
        )}
      </p>
      <p className="w-24 text-ink-2">{line && t('records-event.count', { count: line.dates })}</p>
      <p>
        <LanguageState record={record} language="en" />
      </p>
    </li>
  )
})
