import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../i18n/context.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { FigureLine } from './figure-line.tsx'
import { offeringUse, type Summary } from '../record-queries.ts'

const icons = { carts: 'cart', codes: 'clock', orders: 'receipt', subscriptions: 'history' } as const satisfies Record<
  string,
  IconName
>

/** The effect of publishing an offering on existing carts, orders and subscriptions, with the number of each. */
export function UnderWay({ record }: { record: Summary }) {
  const t = useT()
  const options = useQuery(offeringUse(record.key)).data?.options ?? []
  const sum = (what: keyof typeof icons) => options.reduce((n, one) => n + one[what], 0)
  const lines = (['carts', 'codes', 'orders', 'subscriptions'] as const).filter((what) => sum(what) > 0)
  if (lines.length === 0) return null
  return (
    <section className="mb-5">
      <h3 className="mb-2 text-lg">{t('records.under-way')}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((what) => (
          <li key={what} className="flex gap-4 py-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-paper-2 max-sm:hidden">
              <Icon name={icons[what]} />
            </span>
            <FigureLine count={sum(what)} words={<b>{t(`records.use-${what}`, { count: sum(what) })}</b>}>
              <span className="block text-sm text-ink-2">{t(`records.uw-${what}`)}</span>
            </FigureLine>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">{t('records.uw-counter')}</p>
    </section>
  )
}
