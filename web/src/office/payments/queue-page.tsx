import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/keyed-list.tsx'
import { useKeys } from '../kit/keyboard.ts'
import { PageTop } from '../kit/page-top.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { DeskHead } from './desk-head.tsx'
import { QueueFilters, QueueOrder } from './queue-filters.tsx'
import { QueueTable } from './queue-table.tsx'
import { QueueTabs } from './queue-tabs.tsx'
import { queueQuery, queueTotalQuery } from './payment-queries.ts'
import { countFilters, listOf, placeOf, searchOf, type QueuePlace } from './payment-type.ts'
import { forgetOrders } from './use-neighbours.ts'

/** PayNow payments that wait for a decision, and those that have one. */
export function QueuePage() {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const go = (change: Partial<QueuePlace>) =>
    navigate(`/payments${searchOf({ ...place, ...change })}`, { replace: 'q' in change })
  const list = useInfiniteQuery(queueQuery(place))
  const total = useQuery(queueTotalQuery(place)).data
  useEffect(forgetOrders, [])
  const table = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
  }
  useKeys({ next: () => step(1), previous: () => step(-1) }, 'vertical')
  return (
    <>
      <PageTop title={t('office.area-payments')} text={t('desk.text')} />
      <DeskHead />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <QueueTabs place={place} />
        <SearchBox
          key={place.status}
          label={t('office.payments-search')}
          value={place.q}
          onSearch={(q) => go({ q })}
          className="w-full md:w-auto md:max-w-md md:grow"
        />
      </div>
      <QueueFilters key={`${place.status} filters`} place={place} onChange={go} />
      <div ref={table}>
        <KeyedList
          query={list}
          top={
            <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
              <p role="status" className="text-ink-2">
                {total?.more && t('desk.payments-more', { count: total.total })}
                {total?.more === false && `${t('desk.payments', { count: total.total })} · ${money(total.sum)}`}
              </p>
              {place.status === 'pending' && <QueueOrder place={place} onChange={go} />}
            </div>
          }
          empty={<Nothing place={place} onAll={() => go(listOf(place.status, ''))} />}
        >
          {(rows, first) => <QueueTable rows={rows} place={place} hasStatement={first.through !== undefined} />}
        </KeyedList>
      </div>
    </>
  )
}

function Nothing({ place, onAll }: { place: QueuePlace; onAll: () => void }) {
  const t = useT()
  if (place.q || countFilters(place) > 0)
    return (
      <EmptyState art="sutra" title={t('office.none-found')} text={t('office.none-found-text')}>
        <Button onClick={onAll}>{t('office.show-all')}</Button>
      </EmptyState>
    )
  return place.status === 'pending' ? (
    <EmptyState art="flowers" title={t('office.all-done')} text={t('office.all-done-text')} />
  ) : (
    <EmptyState art="sutra" title={t('office.none-yet')} />
  )
}
