import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { totalQuery } from './payment-queries.ts'
import { queueStatuses, searchOf, type QueuePlace, type QueueStatus } from './payment-type.ts'

/** The lists, each with how many payments it holds and their sum. */
export function QueueTabs({ place }: { place: QueuePlace }) {
  const t = useT()
  return (
    <nav aria-label={t('office.lists')} className="w-full md:w-auto">
      <ul className="flex gap-1 rounded-3xl bg-paper-2 p-1.5">
        {queueStatuses.map((status) => (
          <li key={status} className="min-w-0 grow">
            <Tab status={status} place={place} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ status, place }: { status: QueueStatus; place: QueuePlace }) {
  const t = useT()
  const { data } = useQuery(totalQuery(status, place.q))
  const here = status === place.status
  return (
    <Link
      href={`/payments${searchOf({ status, q: place.q, page: 1 })}`}
      aria-current={here ? 'page' : undefined}
      className={`block rounded-[1.1rem] px-3 py-1.5 leading-tight sm:px-5 ${here ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
    >
      <span className="flex items-center gap-2 font-bold max-sm:flex-col max-sm:gap-0.5">
        {t(`office.list-${status}`)}
        {data && (
          <span
            className={`rounded-full px-2 text-sm ${status === 'pending' && data.total > 0 ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
          >
            {data.total}
          </span>
        )}
      </span>
      <span className="block whitespace-nowrap text-sm text-ink-2 max-sm:text-center">
        {data ? money(data.sum) : '…'}
      </span>
    </Link>
  )
}
