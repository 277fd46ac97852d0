import { useLocale, useT } from '../../../i18n/context.tsx'
import { date, money } from '../../../i18n/format.ts'
import type { PriceChange } from './price-changes.ts'
import { Table } from '../../kit/list/table.tsx'

type Props = {
  changes: readonly PriceChange[]
  /** It shows published changes, not planned ones; its heading is outside. */
  past?: boolean
}

/** Old price, new price, and date of each change. */
export function PriceTable({ changes, past = false }: Props) {
  const t = useT()
  const locale = useLocale()
  if (changes.length === 0) return null
  const amount = (cents: number, open?: boolean) =>
    open ? t('records.price-open', { amount: money(cents) }) : money(cents)
  return (
    <section className={past ? undefined : 'mt-5'}>
      {!past && <h3 className="mb-2 font-bold">{t('records.prices-change')}</h3>}
      <Table
        className="text-left"
        headClass="text-sm text-ink-2"
        bodyClass="divide-y divide-line border-y border-line"
        heads={[
          t('office.field.option'),
          { text: t(past ? 'records.price-was' : 'records.price-before'), right: true },
          { text: t(past ? 'records.price-became' : 'records.price-after'), right: true },
          { text: t('records.price-when'), className: 'pl-4' },
        ]}
      >
        {changes.map(({ option, title, before, openBefore, after, openAfter, from }) => (
          <tr key={`${option} ${from ?? ''}`}>
            <th scope="row" className="py-2 font-semibold">
              {title[locale] || title[locale === 'en' ? 'zh' : 'en'] || option}
            </th>
            <td className="py-2 text-right">
              {before === undefined ? t('records.price-none') : <s>{amount(before, openBefore)}</s>}
            </td>
            <td className="py-2 text-right font-bold">
              {after === undefined ? t('records.price-gone') : amount(after, openAfter)}
            </td>
            <td className="py-2 pl-4">{from ? date(locale, from, 'short') : t('records.price-at-once')}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
