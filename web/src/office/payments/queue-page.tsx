import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../failed.tsx'
import { useKeys } from '../keyboard.ts'
import { PageTop } from '../page-top.tsx'
import { SearchBox } from '../search-box.tsx'
import { QueueTable } from './queue-table.tsx'
import { QueueTabs } from './queue-tabs.tsx'
import { queueQuery } from './payment-queries.ts'
import { pageSize, placeOf, searchOf, type QueuePlace } from './payment-type.ts'
import { forgetOrders } from './use-neighbours.ts'

/** PayNow payments that wait for a decision, and those that have one. */
export function QueuePage() {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const go = (change: Partial<QueuePlace>) =>
    navigate(`/payments${searchOf({ ...place, page: 1, ...change })}`, { replace: 'q' in change })
  const { data, error, refetch, isPlaceholderData } = useQuery(queueQuery(place))
  useEffect(forgetOrders, [])
  const list = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
  }
  useKeys({ next: () => step(1), previous: () => step(-1) }, 'vertical')
  const rows = data?.items ?? []
  return (
    <>
      <PageTop title={t('office.area-payments')} text={t('office.payments-text')} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <QueueTabs place={place} />
        <SearchBox
          key={place.status}
          label={t('office.payments-search')}
          value={place.q}
          onSearch={(q) => go({ q })}
          className="w-full md:w-80"
        />
      </div>
      {error && !data && <Failed error={error} onAgain={() => void refetch()} />}
      {!error && !data && <Skeleton lines={6} card />}
      {data && (
        <div ref={list} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {rows.length > 0 && <QueueTable rows={rows} place={place} />}
          {rows.length === 0 && !isPlaceholderData && <Nothing place={place} onAll={() => go({ q: '', page: 1 })} />}
          <Pages total={data.total} place={place} onPage={(page) => go({ page })} />
        </div>
      )}
    </>
  )
}

function Nothing({ place, onAll }: { place: QueuePlace; onAll: () => void }) {
  const t = useT()
  if (place.q || place.page > 1)
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

function Pages(props: { total: number; place: QueuePlace; onPage: (page: number) => void }) {
  const t = useT()
  const { page } = props.place
  const pages = Math.max(1, Math.ceil(props.total / pageSize))
  if (pages === 1) return null
  return (
    <nav aria-label={t('invoice.pages')} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <Button disabled={page <= 1} onClick={() => props.onPage(page - 1)}>
        {t('office.page-back')}
      </Button>
      <p>{t('invoice.page', { page, pages })}</p>
      <Button disabled={page >= pages} onClick={() => props.onPage(page + 1)}>
        {t('office.page-on')}
      </Button>
    </nav>
  )
}
