import { useEffect, useRef, useState, type ReactNode } from 'react'
import { newIdempotencyKey } from '../api/client.ts'
import { hasNames, type Cart, type CartItem } from '../domain/cart.ts'
import { CartNotices } from '../features/cart/cart-notices.tsx'
import { CartRow, rowId } from '../features/cart/cart-row.tsx'
import { CartSummary } from '../features/cart/cart-summary.tsx'
import { inPlace, isRemoved, type Removed } from '../features/cart/removed.ts'
import { RemovedRow } from '../features/cart/removed-row.tsx'
import { usePageCart } from '../features/cart/use-page-cart.ts'
import { useRemoved } from '../features/cart/use-removed.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { tellFailure } from '../forms/failure-store.ts'
import { usePage } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'

export default function CartPage() {
  const t = useT()
  const { site } = usePage()
  const { state, store, received, kept } = usePageCart()
  const gone = useRemoved(store)
  const top = useRef<HTMLDivElement>(null)
  // While the cart reloads, the previous one stays visible but inert.
  const [last, setLast] = useState<Cart | null>(null)

  const now = state.status === 'ready' ? state.cart : state.status === 'empty' ? null : last
  if (now !== last) setLast(now)

  // The undo button has disappeared: the focus moves to the restored item.
  const [restored, setRestored] = useState<string>()
  useEffect(() => {
    if (!restored) return
    document.getElementById(rowId(restored))?.querySelector('a')?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- the request to move the focus is done
    setRestored(undefined)
  }, [restored])

  const focusHeading = () => {
    const heading = top.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    heading?.focus()
  }

  async function remove(item: CartItem) {
    if (!(await gone.remove(item))) focusHeading()
  }

  async function undo(removed: Removed) {
    const item = await gone.undo(removed)
    if (item) setRestored(item.id)
  }

  function putAway(removed: Removed) {
    gone.putAway(removed)
    focusHeading()
  }

  async function setQuantity(item: CartItem, quantity: number) {
    const { id, offeringId, optionId } = item
    const result = await store.post([{ id, offeringId, optionId, quantity }], newIdempotencyKey())
    tellFailure(result)
  }

  async function giveUp() {
    if (await store.cancel()) {
      gone.clear()
      toast({ text: 'cart.given-up' })
    }
    focusHeading()
  }

  const waiting = state.status === 'fetching' || state.status === 'unknown'
  const cart = state.status === 'ready' ? state.cart : waiting ? last : null
  const row = (removed: Removed) => (
    <RemovedRow
      key={removed.key}
      removed={removed}
      pending={gone.pending === removed.key}
      onUndo={(one) => void undo(one)}
      onPutAway={putAway}
    />
  )
  return (
    <div ref={top} className="wrap">
      <PageHeading title={t('cart.title')} text={cart && hasNames(cart) ? t('cart.text') : undefined} />
      <p role="status" className={state.status === 'fetching' && last ? 'mb-4 font-semibold' : 'sr-only'}>
        {state.status === 'fetching' && t('cart.fetching')}
      </p>
      <CartNotices cart={cart} received={received} kept={kept} />
      {cart && (
        <div inert={waiting} className={waiting ? 'opacity-50' : undefined}>
          <Filled cart={cart} onGiveUp={giveUp}>
            {inPlace(cart.items, gone.removed).map((one) =>
              isRemoved(one) ? (
                row(one)
              ) : (
                <CartRow key={one.id} item={one} onRemove={remove} onQuantity={setQuantity} />
              ),
            )}
          </Filled>
        </div>
      )}
      {!cart && state.status !== 'unreachable' && gone.removed.length > 0 && (
        <ul className="mb-6 space-y-4">{inPlace([], gone.removed).filter(isRemoved).map(row)}</ul>
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

type FilledProps = { cart: Cart; onGiveUp: () => Promise<void>; children: ReactNode }

function Filled({ cart, onGiveUp, children }: FilledProps) {
  const t = useT()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="space-y-4">
        <h2 className="sr-only">{t('cart.items', { count: cart.items.length })}</h2>
        <ul className="space-y-4">{children}</ul>
        <Link to="blessing-service" className={buttonClass('plain', 'no-print w-full')}>
          <Icon name="plus" size={22} />
          {t('cart.add-more')}
        </Link>
      </div>
      <aside aria-label={t('cart.summary-title')} className="lg:sticky lg:top-28 lg:self-start">
        <CartSummary cart={cart} onGiveUp={onGiveUp} />
      </aside>
    </div>
  )
}
