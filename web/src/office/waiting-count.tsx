import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useT } from '../i18n/context.tsx'
import { valueOf } from './kit/session/session-gate.ts'

const words = {
  payments: 'today.transfers',
  late: 'today.late',
  bank: 'today.bank',
  inbox: 'office.messages-waiting',
  letters: 'today.letters',
} as const

const isCounted = (area: string): area is keyof typeof words => area in words

/** The number of open tasks of an area, in the menu; for the bank, how many days statements are behind. */
export function WaitingCount({ area }: { area: string }) {
  return isCounted(area) ? <Count area={area} /> : null
}

function Count({ area }: { area: keyof typeof words }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['waiting'],
    meta: { shows: ['inbox', 'money', 'payment', 'letters'] },
    queryFn: () => valueOf(() => api.get('/api/admin/waiting')),
    refetchInterval: 60_000,
    retry: false,
  })
  const count = data?.[area] ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-cinnabar px-2 text-sm text-[#fff8ea]">
      <span aria-hidden="true">{area === 'bank' ? t('office.days-behind', { count }) : count}</span>
      <span className="sr-only">{t(words[area], { count })}</span>
    </span>
  )
}
