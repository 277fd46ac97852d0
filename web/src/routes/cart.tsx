import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../api/client.ts'
import type { Cart, CartItem } from '../features/cart/cart.ts'
import { CartRow } from '../features/cart/cart-row.tsx'
import { CartSummary } from '../features/cart/cart-summary.tsx'
import { CartNotices } from '../features/cart/cart-notices.tsx'
import { usePageCart } from '../features/cart/use-page-cart.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../page/link.tsx'
import { tellFailure } from '../page/failure-store.ts'
import { usePage } from '../page/payload.tsx'
import { TemplePhone } from '../page/temple-phone.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'

export default function CartPage() {
  const t = useT()
  const { site } = usePage()
  const { state, store, received, kept } = usePageCart()
  const top = useRef<HTMLDivElement>(null)
  // What was on show stays in its place, out of reach, while the cart is being asked for.
  const [last, setLast] = useState<Cart | null>(null)

  useEffect(() => {
    if (state.status === 'ready') setLast(state.cart)
  }, [state])

  const focusHeading = () => {
    const heading = top.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    heading?.focus()
  }

  async function remove(item: CartItem) {
    if (await store.remove(item.id)) toast({ text: t('cart.removed', { title: item.title }), type: 'success' })
    focusHeading()
  }

  async function setQuantity(item: CartItem, quantity: number) {
    const { id, offeringId, optionId } = item
    const result = await store.post([{ id, offeringId, optionId, quantity }], newIdempotencyKey())
    tellFailure(result)
  }

  async function giveUp() {
    if (await store.cancel()) toast({ text: 'cart.given-up' })
    focusHeading()
  }

  const waiting = state.status === 'fetching' || state.status === 'unknown'
  const cart = state.status === 'ready' ? state.cart : waiting ? last : null
  return (
    <div ref={top} className="wrap">
      <PageHeading title={t('common.your-cart')} text={cart ? t('cart.text') : undefined} />
      <p role="status" className={state.status === 'fetching' && last ? 'mb-4 font-semibold' : 'sr-only'}>
        {state.status === 'fetching' && t('cart.fetching')}
      </p>
      <CartNotices cart={cart} received={received} kept={kept} />
      {cart && (
        <div inert={waiting} className={waiting ? 'opacity-50' : undefined}>
          <Filled cart={cart} onRemove={remove} onQuantity={setQuantity} onGiveUp={giveUp} />
        </div>
      )}
      {!cart && waiting && <Skeleton lines={6} card />}
      {state.status === 'empty' && (
        <EmptyState art="lamp" title={t('cart.empty-title')} text={t('cart.empty-text')}>
          <Link to="blessing-service" className={buttonClass('primary')}>
            {t('cart.see-offerings')}
          </Link>
          <p className="w-full">
            <TemplePhone />
          </p>
        </EmptyState>
      )}
      {state.status === 'unreachable' && (
        <Notice kind="warning" role="alert" title={t('cart.unreachable')}>
          <p>{t('cart.unreachable-text', { phone: site.phone })}</p>
          <Button className="mt-3" onClick={() => void store.refetch().then(focusHeading)}>
            {t('common.try-again')}
          </Button>
        </Notice>
      )}
    </div>
  )
}

type Actions = {
  onRemove: (item: CartItem) => Promise<void>
  onQuantity: (item: CartItem, quantity: number) => Promise<void>
  onGiveUp: () => Promise<void>
}

function Filled({ cart, onRemove, onQuantity, onGiveUp }: Actions & { cart: Cart }) {
  const t = useT()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="space-y-4">
        <h2 className="sr-only">{t('cart.items', { count: cart.items.length })}</h2>
        <ul className="space-y-4">
          {cart.items.map((item) => (
            <CartRow key={item.id} item={item} onRemove={onRemove} onQuantity={onQuantity} />
          ))}
        </ul>
      </div>
      <aside aria-label={t('cart.summary-title')} className="lg:sticky lg:top-28 lg:self-start">
        <CartSummary cart={cart} onGiveUp={onGiveUp} />
      </aside>
    </div>
  )
}
