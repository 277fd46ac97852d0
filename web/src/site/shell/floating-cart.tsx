import { useT } from '../../i18n/context.tsx'
import { Link } from '../router/link.tsx'
import { useSession } from '../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The way to a cart with something in it, at hand on wide screens however far a page is scrolled. Phones have their tabs. */
export function FloatingCart() {
  const t = useT()
  const { cartCount } = useSession()
  if (cartCount === 0) return null
  return (
    <aside aria-label={t('common.cart')} className="no-print fixed bottom-8 right-8 z-30 max-lg:hidden">
      <Link to="cart" className="btn btn-1 shadow-lift">
        <Icon name="cart" />
        {t('common.cart-count', { count: cartCount })}
      </Link>
    </aside>
  )
}
