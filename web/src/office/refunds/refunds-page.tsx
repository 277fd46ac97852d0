import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { approvalsQuery, transfersQuery } from '../kit/refund/refund-queries.ts'
import { TransferRow } from './transfer-row.tsx'

/** Refunds: waiting for a second person, to be transferred, and done. */
export function RefundsPage({ id }: PageProps) {
  const t = useT()
  const here = id === 'transfer' || id === 'done' ? id : 'second'
  const approvals = useInfiniteQuery(approvalsQuery)
  const open = useInfiniteQuery(transfersQuery(false))
  return (
    <>
      <PageTop title={t('office.area-refunds')} text={t('refunds.refunds-text')} keepFocus={id !== ''} />
      <ListTabs
        label={t('refunds.lists')}
        className="mb-5 max-w-full"
        tabs={[
          {
            id: 'second',
            text: t('refunds.second'),
            to: '/refunds',
            here: here === 'second',
            count: approvals.data?.pages[0]?.total,
            loud: (approvals.data?.pages[0]?.items ?? []).some(({ approved, mine }) => !approved && !mine),
          },
          {
            id: 'transfer',
            text: t('refunds.to-do'),
            to: '/refunds/transfer',
            here: here === 'transfer',
            count: open.data?.pages[0]?.toDo,
            loud: (open.data?.pages[0]?.toDo ?? 0) > 0,
          },
          { id: 'done', text: t('refunds.done'), to: '/refunds/done', here: here === 'done' },
        ]}
      />
      {here === 'second' && (
        <KeyedList
          query={approvals}
          lines={4}
          empty={<EmptyState art="flowers" title={t('refunds.second-none')} text={t('refunds.second-none-text')} />}
        >
          {(rows) => (
            <ul className="space-y-3">
              {rows.map((one) => (
                <ApprovalRow key={one.id} approval={one} />
              ))}
            </ul>
          )}
        </KeyedList>
      )}
      {here !== 'second' && <Transfers key={here} done={here === 'done'} />}
    </>
  )
}

function Transfers({ done }: { done: boolean }) {
  const t = useT()
  const list = useInfiniteQuery(transfersQuery(done))
  return (
    <KeyedList
      query={list}
      empty={<EmptyState art="flowers" title={t(done ? 'refunds.done-none' : 'refunds.to-do-none')} />}
    >
      {(rows) => (
        <ul className="space-y-3">
          {rows.map((row) => (
            <TransferRow key={row.id} transfer={row} />
          ))}
        </ul>
      )}
    </KeyedList>
  )
}
