import { useT } from '../../i18n/context.tsx'
import { Link } from '../router/link.tsx'
import { usePage } from '../router/payload.tsx'
import { useWritten } from '../router/use-written.ts'
import { useSession } from '../session/session.tsx'
import { Seal } from '../../ui/art/seal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Brand } from './brand.tsx'
import { ConnectionStrip } from './connection-strip.tsx'
import { mainNav } from './nav-items.ts'

/** Temple name, main navigation, account and cart. Space is reserved for what depends on the session. */
export function Header(props: { onMenu: () => void }) {
  const t = useT()
  const { id } = usePage()
  const written = useWritten()
  const { status, cartCount } = useSession()
  const member = status === 'member'
  return (
    <header className="sticks no-print sticky top-0 z-30 border-b border-line bg-paper/95 [backdrop-filter:blur(8px)]">
      <div className="wrap flex min-h-[min(4.5rem,16vw)] items-center gap-1.5 py-1 sm:gap-3">
        <Link to="home" className="mr-auto flex min-h-[min(3rem,12.5vw)] items-center gap-2 sm:gap-3">
          <Seal className="h-[min(3rem,12vw)] w-[min(3rem,12vw)] shrink-0" />
          <Brand />
          <span className="sr-only">{t('common.home')}</span>
        </Link>
        <nav className="hidden lg:block" aria-label={t('common.main-nav')}>
          <ul className="flex items-center gap-1">
            {mainNav
              .filter(({ to }) => written(to))
              .map((item) => (
                <li key={item.label}>
                  <Link
                    to={item.to}
                    aria-current={id.startsWith(item.to) ? 'page' : undefined}
                    className="flex min-h-11 items-center rounded-full px-4 py-2 font-semibold hover:bg-gold-1 aria-[current=page]:bg-gold-1 aria-[current=page]:text-cinnabar-7"
                  >
                    {t(item.label)}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <Link
          to={member ? 'member-profile' : 'member-login'}
          className="hidden h-12 min-w-32 items-center justify-center gap-2 rounded-full px-4 font-semibold hover:bg-gold-1 md:flex"
        >
          <Icon name="user" />
          {t(member ? 'common.account' : 'common.login')}
        </Link>
        <Link
          to="cart"
          className="relative flex h-[min(3rem,14vw)] shrink-0 items-center gap-2 justify-center rounded-full font-semibold min-w-[min(3rem,14vw)] sm:px-3 shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1"
        >
          <Icon name="cart" />
          <span className="sr-only sm:not-sr-only">{t('common.cart')}</span>
          {cartCount > 0 && (
            <span className="grid h-6 min-w-6 place-items-center rounded-full bg-cinnabar px-1.5 text-xs font-bold text-white absolute -right-1.5 -top-1.5 sm:static">
              <span className="sr-only">{t('common.cart-count', { count: cartCount })}</span>
              <span aria-hidden="true">{cartCount}</span>
            </span>
          )}
        </Link>
        <button
          type="button"
          onClick={props.onMenu}
          className="flex h-[min(3rem,12.5vw)] min-w-[min(3rem,11.5vw)] shrink-0 items-center justify-center gap-2 rounded-full font-semibold hover:bg-gold-1 sm:px-3 lg:hidden"
          aria-haspopup="dialog"
        >
          <Icon name="menu" />
          <span className="sr-only sm:not-sr-only">{t('common.menu')}</span>
        </button>
      </div>
      <ConnectionStrip />
    </header>
  )
}
