import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { figuresQuery } from './payment-queries.ts'
import { listOf, queueStatuses, searchOf, type QueuePlace, type QueueStatus } from './payment-type.ts'

/** The lists, each with how many payments it holds. */
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
  const { data } = useQuery(figuresQuery)
  const figure = data?.[status === 'pending' ? 'waiting' : status]
  const here = status === place.status
  return (
    <Link
      href={`/payments${searchOf(listOf(status, place.q))}`}
      aria-current={here ? 'page' : undefined}
      className={`flex min-h-12 items-center justify-center gap-2 rounded-[1.1rem] px-3 font-bold sm:px-5 ${here ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
    >
      {t(`office.list-${status}`)}
      {figure && (
        <span
          className={`rounded-full px-2 text-sm ${status === 'pending' && figure.count > 0 ? 'bg-cinnabar text-[#fff8ea]' : 'bg-gold-1 text-gold-7'}`}
        >
          {figure.more ? t('desk.count-more', { count: figure.count }) : figure.count}
        </span>
      )}
    </Link>
  )
}
