import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Link } from '../../page/link.tsx'
import { useSession } from '../../page/session.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Cart } from './cart.ts'
import { GiveUp } from './give-up.tsx'

/** What the cart comes to and the way on. With something in it that cannot be had, checkout has to wait. */
export function CartSummary({ cart, onGiveUp }: { cart: Cart; onGiveUp: () => Promise<void> }) {
  const t = useT()
  const locale = useLocale()
  const { status } = useSession()
  const blocked = cart.items.some((item) => item.state === 'unavailable')
  return (
    <div className="card p-5 sm:p-6">
      <h2 className="text-2xl">{t('cart.summary-title')}</h2>
      <p className="mt-4 flex justify-between gap-4 text-ink-2">
        <span>{t('cart.items', { count: cart.items.length })}</span>
        <span className="font-semibold text-ink">{money(cart.subTotal)}</span>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-4">
        <span className="text-lg font-bold">{t('cart.total')}</span>
        <span className="font-figures text-3xl font-semibold">{money(cart.subTotal)}</span>
      </p>
      {blocked ? (
        <div className="mt-5">
          <Notice kind="warning" title={t('cart.blocked')} />
        </div>
      ) : (
        <Link to="cart-checkout" className={buttonClass('primary', 'mt-5 w-full text-lg')}>
          {t('cart.to-checkout')}
          <Icon name="arrow" />
        </Link>
      )}
      {status === 'guest' && <p className="mt-3 text-center text-sm text-ink-2">{t('cart.guest')}</p>}
      <Link to="blessing-service" className={buttonClass('plain', 'mt-3 w-full')}>
        {t('cart.add-more')}
      </Link>
      <p className="mt-4 text-sm text-ink-2">{t('cart.kept-until', { date: date(locale, cart.expiresAt, 'short') })}</p>
      <GiveUp count={cart.items.length} onGiveUp={onGiveUp} />
    </div>
  )
}
