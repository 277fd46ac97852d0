import type { ReactNode } from 'react'
import { hasNames, type Cart } from '../domain/cart.ts'
import { CartNotices } from '../features/cart/cart-notices.tsx'
import { CartRow } from '../features/cart/cart-row.tsx'
import { CartSummary } from '../features/cart/cart-summary.tsx'
import { inPlace, isRemoved, type Removed } from '../features/cart/removed.ts'
import { RemovedRow } from '../features/cart/removed-row.tsx'
import { useCartPage } from '../features/cart/use-cart-page.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function CartPage() {
  const t = useT()
  const { site } = usePage()
  const { top, status, cart, waiting, page, removed, pending, ...act } = useCartPage()
  const row = (one: Removed) => (
    <RemovedRow
      key={one.key}
      removed={one}
      pending={pending === one.key}
      onUndo={(put) => void act.undo(put)}
      onPutAway={act.putAway}
    />
  )
  return (
    <div ref={top} className="wrap">
      <PageHeading title={t('cart.title')} text={cart && hasNames(cart) ? t('cart.text') : undefined} />
      <p role="status" className={status === 'fetching' && cart ? 'mb-4 font-semibold' : 'sr-only'}>
        {status === 'fetching' && t('cart.fetching')}
      </p>
      <CartNotices cart={cart} received={page?.received} kept={page?.kept} />
      {cart && (
        <div inert={waiting} className={waiting ? 'opacity-50' : undefined}>
          <Filled cart={cart} onGiveUp={act.giveUp}>
            {inPlace(cart.items, removed).map((one) =>
              isRemoved(one) ? (
                row(one)
              ) : (
                <CartRow key={one.id} item={one} onRemove={act.remove} onQuantity={act.setQuantity} />
              ),
            )}
          </Filled>
        </div>
      )}
      {!cart && status !== 'unreachable' && removed.length > 0 && (
        <ul className="mb-6 space-y-4">{inPlace([], removed).filter(isRemoved).map(row)}</ul>
      )}
      {!cart && waiting && <Skeleton lines={6} card />}
      {status === 'empty' && (
        <EmptyState art="lamp" title={t('cart.empty-title')} text={t('cart.empty-text')}>
          <Link to="blessing-service" className={buttonClass('primary')}>
            {t('cart.see-offerings')}
          </Link>
          <p className="w-full">
            <TemplePhone />
          </p>
        </EmptyState>
      )}
      {status === 'unreachable' && (
        <Notice kind="warning" role="alert" title={t('cart.unreachable')}>
          <p>{t('cart.unreachable-text', { phone: site.phone })}</p>
          <Button className="mt-3" onClick={() => void act.tryAgain()}>
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
