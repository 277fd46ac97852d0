import { useT } from '../../i18n/context.tsx'
import { useSession } from '../../site/session/session.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Tells visitors with a cart that login keeps it; otherwise renders nothing. */
export function CartKept() {
  const t = useT()
  const { cartCount } = useSession()
  if (cartCount === 0) return null
  return <Notice kind="success">{t('member.cart-kept', { count: cartCount })}</Notice>
}
