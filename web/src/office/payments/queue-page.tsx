import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { useKeys } from '../kit/act/keyboard.ts'
import { SearchBox } from '../kit/list/search-box.tsx'
import { DeskEmpty } from './desk-empty.tsx'
import { DeskFoot } from './desk-foot.tsx'
import { DeskHead } from './desk-head.tsx'
import { FilterButton, QueueFilters, QueueOrder } from './queue-filters.tsx'
import { QueueTable } from './queue-table.tsx'
import { QueueTabs } from './queue-tabs.tsx'
import { queueQuery, queueTotalQuery } from './payment-queries.ts'
import { countFilters, hasFlag, listOf, placeOf, searchOf, type QueuePlace, type QueueRow } from './payment-type.ts'
import { UndoAtDesk } from './undo-bar.tsx'
import { useDecision } from './use-decision.ts'
import { forgetOrders } from './use-neighbours.ts'

/** PayNow payments: waiting, approved and rejected. */
export function QueuePage() {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const go = (change: Partial<QueuePlace>) =>
    navigate(`/payments${searchOf({ ...place, ...change })}`, { replace: 'q' in change })
  const list = useInfiniteQuery(queueQuery(place))
  const total = useQuery(queueTotalQuery(place)).data
  const narrowed = place.q !== '' || countFilters(place) > 0
  const [open, setOpen] = useState(countFilters(place) > 0)
  useEffect(forgetOrders, [])
  const desk = useRef<HTMLDivElement>(null)
  const rows = list.data?.pages.flatMap((page) => page.items) ?? []
  const links = () => [...(desk.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const step = (by: 1 | -1) => {
    const all = links()
    const at = all.findIndex((link) => link === document.activeElement)
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus()
  }
  const { decide, pending, unsent, stop } = useDecision({ toast: true })
  const chosen = () => rows.find(({ id }) => document.activeElement?.getAttribute('data-row') === id)
  // The A shortcut approves directly only what the bank confirms without a warning; any other payment is opened first.
  const approve = (row: QueueRow | undefined) => {
    if (!row || place.status !== 'pending' || pending) return
    if (row.inBank !== 'seen' || hasFlag(row)) return navigate(`/payments/${row.id}${searchOf(place)}`)
    step(1)
    decide({ kind: 'approved', amount: row.amount, body: {} }, row.id)
  }
  const reject = (row: QueueRow | undefined) =>
    row && place.status === 'pending' && navigate(`/payments/${row.id}${searchOf(place)}#reject`)
  useKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      approve: () => approve(chosen()),
      reject: () => reject(chosen()),
      search: () => desk.current?.querySelector<HTMLElement>('[type="search"]')?.focus(),
    },
    'vertical',
  )
  return (
    <div ref={desk}>
      <UndoAtDesk />
      {unsent && <UnsentNotice onStop={stop} />}
      <DeskHead />
      <div className="mb-2.5 flex flex-wrap items-center gap-2.5">
        <QueueTabs place={place} />
        <SearchBox
          key={place.status}
          label={t('payments.search')}
          value={place.q}
          onSearch={(q) => go({ q })}
          shortcut="/"
          className="min-w-48 flex-1 [&_.field]:min-h-12"
        />
        {place.status === 'pending' && <QueueOrder place={place} onChange={go} />}
        <FilterButton place={place} open={open} onOpen={setOpen} />
      </div>
      {open && <QueueFilters key={`${place.status} filters`} place={place} onChange={go} />}
      <KeyedList
        query={list}
        top={
          <p role="status" className={narrowed ? 'mb-2 text-sm text-ink-2' : 'sr-only'}>
            {total?.more && t('payments.more', { count: total.total })}
            {total?.more === false && `${t('payments.payments', { count: total.total })} · ${money(total.sum)}`}
          </p>
        }
        empty={<Nothing place={place} onAll={() => go(listOf(place.status, ''))} />}
      >
        {(shown) => <QueueTable rows={shown} place={place} />}
      </KeyedList>
      {place.status === 'pending' && rows.length > 0 && <DeskFoot first={rows[0]} place={place} />}
    </div>
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
  return place.status === 'pending' ? <DeskEmpty /> : <EmptyState art="sutra" title={t('payments.none-yet')} />
}
