import { ItemSteps } from './item-steps.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import type { OrderItem } from '../../domain/invoice.ts'

type Props = {
  items: readonly OrderItem[]
  /** For the office: show every answer of each item's form, and every step. */
  every?: boolean
}

/** The items of an order or a cart with the people they are for. */
export function OrderLines({ items, every }: Props) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
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
                ...(item.places ?? []).map(({ code }) => t('cart.place', { code })),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {(item.places ?? []).map(({ code, instead }) =>
              instead ? (
                <p key={code} className="text-sm font-semibold">
                  {t('invoice.place-instead', { new: code, old: instead })}
                </p>
              ) : null,
            )}
            <SheetView sheet={item.sheet} every={every} className="mt-2" />
            {item.steps && <ItemSteps title={item.title} steps={item.steps} all={every} />}
          </li>
        )
      })}
    </ul>
  )
}
