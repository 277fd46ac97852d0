import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import type { PriceChange } from './price-changes.ts'

/** What each price was, what it becomes, and when. */
export function PriceTable({ changes }: { changes: readonly PriceChange[] }) {
  const t = useT()
  const locale = useLocale()
  if (changes.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-bold">{t('offerings.prices-change')}</h3>
      <table className="w-full text-left">
        <thead className="text-sm text-ink-2">
          <tr>
            <th scope="col">{t('offerings.option')}</th>
            <th scope="col" className="text-right">
              {t('offerings.price-before')}
            </th>
            <th scope="col" className="text-right">
              {t('offerings.price-after')}
            </th>
            <th scope="col" className="pl-4">
              {t('offerings.price-when')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {changes.map(({ option, title, before, after, from }) => (
            <tr key={`${option} ${from ?? ''}`}>
              <th scope="row" className="py-2 font-semibold">
                {title[locale] || title[locale === 'en' ? 'zh' : 'en'] || option}
              </th>
              <td className="py-2 text-right">
                {before === undefined ? t('offerings.price-none') : <s>{money(before)}</s>}
              </td>
              <td className="py-2 text-right font-bold">
                {after === undefined ? t('offerings.price-gone') : money(after)}
              </td>
              <td className="py-2 pl-4">
                {from ? date(locale, `${from}T00:00:00+08:00`, 'short') : t('offerings.price-at-once')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
