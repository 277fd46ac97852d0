import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date, dayOf, money } from '../../../../i18n/format.ts'
import { laterOf, priceOn } from '../../prices/price-changes.ts'

type Props = { fields: Readonly<Record<string, string>>; optionKey: string }

/** The option's current price in the draft and, below, its next price or another note. */
export function OptionPrice({ fields, optionKey }: Props) {
  const t = useT()
  const locale = useLocale()
  const [today] = useState(() => dayOf(Date.now()))
  const now = priceOn(fields, optionKey, today)
  const next = now && !now.open && laterOf(fields, optionKey).find(({ day }) => day > today)
  const names = Number(fields[`option.${optionKey}.names`] ?? 0)
  const below = next
    ? t('records.price-then', { amount: money(next.cents), day: date(locale, next.day, 'short') })
    : now?.open
      ? t('records-offering.chooses')
      : names > 0
        ? t('records-offering.names-count', { count: names })
        : ''
  return (
    <p className="min-w-24 text-right">
      <span className="font-bold">
        {now ? money(now.cents) : '–'}
        {now?.open && ' +'}
      </span>
      {below && <span className={`block text-sm ${next ? 'font-semibold text-gold-7' : 'text-ink-2'}`}>{below}</span>}
    </p>
  )
}
