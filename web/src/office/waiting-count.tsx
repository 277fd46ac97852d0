import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useT } from '../i18n/context.tsx'
import { valueOf } from './kit/session-gate.ts'

/** How many messages of the inbox are to be answered, beside its name in the menu; nothing when there are none. */
export function WaitingCount() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['inbox', 'waiting'],
    meta: { shows: ['inbox'] },
    queryFn: () => valueOf(() => api.get('/api/admin/form-entry', { query: { tab: 'open', page: 1, pageSize: 1 } })),
    refetchInterval: 60_000,
    retry: false,
  })
  const count = data?.counts.open ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-cinnabar px-2 text-sm text-[#fff8ea]">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('inbox.waiting', { count })}</span>
    </span>
  )
}
