import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { Link } from '../../site/router/link.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { mayBeTransferred, type Cart } from '../../domain/cart.ts'

/** What a visitor must know or do before the cart itself. Without a cart, only the last error. */
export function CartNotices({ cart, received, kept }: Pick<Cart, 'received' | 'kept'> & { cart: Cart | null }) {
  const t = useT()
  const transferred = cart && mayBeTransferred(cart)
  return (
    <div className="mb-6 space-y-4 empty:hidden">
      {cart && <MergedNotice />}
      {cart && transferred !== null && transferred !== undefined && (
        <Notice kind="warning" title={t('cart.transferred', { amount: money(transferred) })}>
          {t(cart.uploadId ? 'cart.transferred-text' : 'cart.transferred-no-picture')}
        </Notice>
      )}
      <FailureNotice changed={cart?.items.some((item) => item.state !== 'ok')} />
      {kept && (
        <Notice kind="success" role="status" title={t('cart.kept-title', { reference: kept.paymentReference })}>
          {t('cart.kept-text')}
        </Notice>
      )}
      {received && (
        <Notice kind="success" role="status" title={t('cart.received-title', { number: received.number })}>
          <p>{t('cart.received-text')}</p>
          <Link to="transaction-status" query={{ id: received.id }} className="link touch font-semibold">
            {t('cart.received-link')}
          </Link>
        </Notice>
      )}
    </div>
  )
}
