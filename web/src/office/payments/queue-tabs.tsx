import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { figuresQuery } from '../kit/query/figures-query.ts'
import { listOf, queueStatuses, searchOf, type QueuePlace } from './payment-type.ts'

/** The lists, each with its number of payments. */
export function QueueTabs({ place }: { place: QueuePlace }) {
  const t = useT()
  const { data } = useQuery(figuresQuery)
  return (
    <ListTabs
      label={t('office.lists')}
      className="max-md:w-full [&_a]:min-h-11 [&_ul]:p-0.5"
      tabs={queueStatuses.map((status) => {
        const figure = data?.[status === 'pending' ? 'waiting' : status]
        return {
          id: status,
          text: t(status === 'pending' ? 'payments.waiting' : `payments.list-${status}`),
          to: `/payments${searchOf(listOf(status, place.q))}`,
          here: status === place.status,
          count: figure?.more ? t('payments.count-more', { count: figure.count }) : figure?.count,
          loud: status === 'pending' && (figure?.count ?? 0) > 0,
        }
      })}
    />
  )
}
