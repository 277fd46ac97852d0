import { useT } from '../../i18n/context.tsx'
import { ListTabs } from '../kit/list-tabs.tsx'

const ways = [
  { id: 'scan', to: '/counter' },
  { id: 'quick', to: '/walk-in' },
  { id: 'full', to: '/walk-in/items' },
] as const

/** The three ways to serve somebody: an order that there is, a quick sale, the full form. */
export function CounterTabs({ here }: { here: (typeof ways)[number]['id'] }) {
  const t = useT()
  return (
    <ListTabs
      label={t('walkin.ways')}
      tabs={ways.map(({ id, to }) => ({ id, to, text: t(`walkin.way-${id}`), here: id === here }))}
    />
  )
}
