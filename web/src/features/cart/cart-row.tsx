import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { Picture } from '../../ui/art/picture.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import type { CartItem } from '../../domain/cart.ts'

/** Larger quantities are changed on the offering's own page. */
const most = 99
const action =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-cinnabar hover:bg-cinnabar-1'

type Props = {
  item: CartItem
  onRemove: (item: CartItem) => Promise<void>
  onQuantity: (item: CartItem, quantity: number) => Promise<void>
}

/** The element id of an item's row. */
export function rowId(id: string): string {
  return `cart-${id}`
}

/** An item of the cart, and what has changed about it since it was last shown. */
export function CartRow({ item, onRemove, onQuantity }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const gone = item.state === 'unavailable'
  const busyFor = async (work: Promise<void>) => {
    setBusy(true)
    await work
    setBusy(false)
  }
  return (
    <li
      id={rowId(item.id)}
      className={`card p-4 transition-opacity sm:p-5 ${busy ? 'opacity-60' : ''}`}
      aria-busy={busy || undefined}
    >
      {item.state === 'changed' && item.priceBefore !== undefined && (
        <div className="mb-4">
          <Notice
            kind="warning"
            title={t('cart.price-changed', { before: money(item.priceBefore), now: money(item.unitPrice) })}
          />
        </div>
      )}
      {gone && (
        <div className="mb-4">
          <Notice kind="error" title={t(`cart.unavailable-${item.reason ?? 'withdrawn'}`)}>
            {item.places
              ?.filter((place) => !place.free)
              .map((place) => (
                <p key={place.id}>
                  {t('cart.place-nearby', { code: place.code, others: (place.nearby ?? []).join(', ') })}
                </p>
              ))}
            {t('cart.unavailable-text')}
          </Notice>
        </div>
      )}
      <div className="flex gap-3 sm:gap-4">
        <div className="h-13.5 w-13.5 shrink-0 overflow-hidden rounded-2xl sm:h-24 sm:w-24">
          <Picture art={item.art} photo={item.photo} />
        </div>
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-24 flex-1 text-lg leading-tight sm:text-xl">
              <Link
                to="blessing-service-key"
                params={{ key: item.offeringKey }}
                className="hover:text-cinnabar hover:underline"
              >
                {item.title}
              </Link>
            </h3>
            <p className={`text-lg font-bold sm:text-xl ${gone ? 'text-ink-2 [text-decoration:line-through]' : ''}`}>
              {money(item.amount, true)}
            </p>
          </div>
          <p className="text-ink-2">
            {item.optionTitle}
            {item.term && ` · ${t(`cart.term-${item.term}`)}`}
            {item.quantity > 1 && ` · ${t('cart.times', { count: item.quantity, price: money(item.unitPrice) })}`}
            {item.places?.map((place) => ` · ${t('cart.place', { code: place.code })}`)}
          </p>
        </div>
      </div>
      <SheetView sheet={item.sheet} />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-2 gap-y-2">
        {!gone && !item.formKey && !item.openAmount && (
          <div className="mr-auto">
            <Quantity
              label={t('cart.quantity-of', { title: item.title })}
              hideLabel
              value={item.quantity}
              most={most}
              pending={busy}
              onChange={(quantity) => void busyFor(onQuantity(item, quantity))}
            />
          </div>
        )}
        <Link
          to="blessing-service-key"
          params={{ key: item.offeringKey }}
          query={{ item: item.id }}
          className={action}
          aria-label={t('cart.change-item', { title: item.title })}
        >
          <Icon name="edit" size={22} />
          {t('common.change')}
        </Link>
        <button
          type="button"
          className={action}
          aria-label={t('cart.remove-item', { title: item.title })}
          aria-disabled={busy || undefined}
          onClick={() => !busy && void busyFor(onRemove(item))}
        >
          <Icon name="trash" size={22} />
          {t('common.remove')}
        </button>
      </div>
    </li>
  )
}
