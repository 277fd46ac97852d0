import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { toRefundQuery } from './ceremony-queries.ts'
import { NamesLine } from './names-line.tsx'

/** Orders that came too late for their ceremony: listed until they are refunded. */
export function ToRefund({ mayOpenOrders }: { mayOpenOrders: boolean }) {
  const t = useT()
  const query = useInfiniteQuery(toRefundQuery)
  return (
    <KeyedList
      query={query}
      empty={<EmptyState art="flowers" title={t('ceremonies.refund-none')} text={t('ceremonies.refund-none-text')} />}
    >
      {(rows) => (
        <ul className="space-y-3">
          {rows.map((row) => (
            <li key={row.id} className="card flex flex-wrap items-center justify-between gap-3 p-5">
              <div className="min-w-0">
                <NamesLine text={row.text} marks={row.marks} />
                <p className="text-ink-2">{row.sponsor}</p>
              </div>
              {mayOpenOrders ? (
                <Link href={`/orders/${row.orderId}`} className="link touch">
                  {row.order}
                </Link>
              ) : (
                <span>{row.order}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </KeyedList>
  )
}
