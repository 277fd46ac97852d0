import { useLocale, useT } from '../../../i18n/context.tsx'
import { date, money } from '../../../i18n/format.ts'
import type { PricedOffering } from './price-queries.ts'
import { wordsIn } from './words-in.ts'

/** The current price of each option, and its scheduled prices. */
export function PricesNow({ options }: Pick<PricedOffering, 'options'>) {
  const t = useT()
  const locale = useLocale()
  if (options.length === 0) return <p className="mt-2 text-ink-2">{t('records.prices-no-options')}</p>
  return (
    <dl className="mt-2 divide-y divide-line">
      {options.map(({ key, title, price, open, later }) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4 py-2">
          <dt className="font-semibold">{wordsIn(title, locale)}</dt>
          <dd className="text-right">
            <span className="font-bold">{open ? t('records.price-open', { amount: money(price) }) : money(price)}</span>
            {later.map((one) => (
              <span key={one.from} className="block text-sm text-ink-2">
                {t('records.price-then', { amount: money(one.price), day: date(locale, one.from, 'short') })}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
