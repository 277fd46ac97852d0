import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { useSession } from '../../site/session/session.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { hasNames, type Cart } from '../../domain/cart.ts'
import { GiveUp } from './give-up.tsx'

/**
 * The total of the cart and the link to the checkout, which reminds the visitor to check the names. While an item is
 * unavailable, checkout is blocked.
 */
export function CartSummary({ cart, onGiveUp }: { cart: Cart; onGiveUp: () => Promise<void> }) {
  const t = useT()
  const locale = useLocale()
  const { status } = useSession()
  const blocked = cart.items.some((item) => item.state === 'unavailable')
  return (
    <Panel as="div">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-ink-2">{t('cart.items', { count: cart.items.length })}</span>
        <span className="font-figures text-3xl font-semibold">{money(cart.subTotal)}</span>
      </p>
      {blocked ? (
        <div className="mt-5">
          <Notice kind="warning" title={t('cart.blocked')} />
        </div>
      ) : (
        <Link to="cart-checkout" className={buttonClass('primary', 'mt-3 w-full text-lg')}>
          {t(hasNames(cart) ? 'cart.names-right' : 'cart.to-checkout')}
        </Link>
      )}
      {status === 'guest' && <p className="mt-3 text-center text-sm text-ink-2">{t('cart.guest')}</p>}
      <p className="mt-4 text-sm text-ink-2">{t('cart.kept-until', { date: date(locale, cart.expiresAt, 'short') })}</p>
      <GiveUp count={cart.items.length} onGiveUp={onGiveUp} />
    </Panel>
  )
}
