import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { useKeys } from '../kit/act/keyboard.ts'
import { longEnough } from '../kit/query/long-enough.ts'
import { onDemand } from '../kit/layout/on-demand.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { CounterTop } from './counter-top.tsx'
import { CounterInvoice } from './counter-invoice.tsx'
import { findOneQuery, findQuery, findTotalQuery } from './counter-queries.ts'
import { FoundList } from './found-list.tsx'
import { ShiftBar, ShiftLink } from './shift-bar.tsx'

const ScanDialog = onDemand(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/** The counter: find an order by scanning or typing, take the cash, print the receipt. */
export function CounterPage() {
  const t = useT()
  const locale = useLocale()
  const search = useSearch()
  const query = new URLSearchParams(search)
  const q = query.get('q') ?? ''
  const number = query.get('order') ?? ''
  const [, navigate] = useLocation()
  const [scanning, setScanning] = useState(false)
  const found = useInfiniteQuery(findQuery(q, locale))
  const chosen = useQuery(findOneQuery(number, locale))
  const go = (next: { q: string; order?: string }) =>
    navigate(
      `/counter?${new URLSearchParams({ ...(next.q && { q: next.q }), ...(next.order && { order: next.order }) })}`,
    )
  const find = (text: string) => {
    // Scanning the same code again searches again.
    if (text === q && !number) void found.refetch()
    else go({ q: text })
  }
  const rows = found.data?.pages.flatMap((page) => page.items ?? []) ?? []
  const total = useQuery(findTotalQuery(q)).data
  const invoice = number ? (chosen.data?.invoice ?? undefined) : rows.length === 1 ? rows[0]?.invoice : undefined
  const failure = (number ? chosen.error : found.error) ?? undefined
  useKeys({ previous: () => number && go({ q }) })
  return (
    <>
      <CounterTop here="scan" title={t('office.area-counter')} keepFocus>
        <ShiftLink />
      </CounterTop>
      <ShiftBar />
      <div className="mb-5 flex flex-wrap lg:max-w-3xl gap-3">
        <SearchBox
          big
          ready={!invoice}
          label={t('counter.counter-search')}
          value={q}
          onSearch={find}
          className="min-w-64 grow"
        />
        <Button className="min-h-16 text-lg" onClick={() => setScanning(true)}>
          {t('counter.scan')}
        </Button>
      </div>
      {scanning && (
        <ScanDialog
          onClose={() => setScanning(false)}
          onFound={(text) => {
            setScanning(false)
            find(text)
          }}
        />
      )}
      <div aria-live="polite" className="sr-only">
        {found.data && total && t(total.more ? 'counter.found-more' : 'counter.found', { count: total.total })}
      </div>
      {failure && <Failed error={failure} onAgain={() => void (number ? chosen : found).refetch()} />}
      {!failure && q.length > 0 && !longEnough(q) && <p>{t('office.search-longer')}</p>}
      {((found.isLoading && !number) || chosen.isLoading) && <Skeleton lines={5} card />}
      {found.data && rows.length === 0 && !number && (
        <EmptyState art="sutra" title={t('office.none-found')} text={t('counter.counter-none')} />
      )}
      {rows.length > 1 && !number && (
        <FoundList
          rows={rows}
          of={total}
          onChoose={(order) => go({ q, order })}
          onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
          pending={found.isFetchingNextPage}
        />
      )}
      {invoice && (
        <CounterInvoice
          key={invoice.id}
          invoice={invoice}
          onBack={number && rows.length > 1 ? () => go({ q }) : undefined}
          onNext={() => go({ q: '' })}
        />
      )}
      {!q && <Start />}
    </>
  )
}

function Start() {
  const t = useT()
  return <EmptyState art="lamp" title={t('counter.counter-start')} text={t('counter.counter-start-text')} />
}
