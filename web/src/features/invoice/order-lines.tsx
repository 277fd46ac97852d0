import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { OrderItem } from './invoice-type.ts'
import { namesIn } from './names-in.ts'

/** The items of an order or a cart with the people they are for. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const names = namesIn(item.form)
        return (
          <li key={item.id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex items-baseline justify-between gap-4">
              <p className="font-bold leading-snug">{item.title}</p>
              <p className="shrink-0 font-bold">{money(item.amount)}</p>
            </div>
            <p className="text-sm text-ink-2">
              {[
                item.optionTitle,
                item.term && t(`invoice.term-${item.term}`),
                item.quantity > 1 && t('invoice.quantity', { quantity: item.quantity, price: money(item.unitPrice) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {names.length > 0 && (
              <ul className="mt-1.5 flex flex-wrap gap-x-2 gap-y-1" aria-label={t('invoice.names')}>
                {names.map((name, i) => (
                  <li key={i} className="max-w-full rounded-2xl bg-gold-1 px-3 py-0.5 text-sm wrap-anywhere">
                    {name}
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}
