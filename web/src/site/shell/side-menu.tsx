import { useT } from '../../i18n/context.tsx'
import { Link } from '../router/link.tsx'
import { useNavigate } from '../router/navigation.ts'
import { usePage } from '../router/payload.tsx'
import { useWritten } from '../router/use-written.ts'
import { useSession } from '../session/session.tsx'
import { useHref } from '../router/href.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { toastUnexpected } from '../../forms/use-act.ts'
import { toast } from '../../ui/toast-store.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { mainNav, type NavItem } from './nav-items.ts'

/** The menu of narrow screens. Every navigation closes it. */
export function SideMenu(props: { open: boolean; onClose: () => void }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { id } = usePage()
  const written = useWritten()
  const { status, logout } = useSession()
  const mine: readonly NavItem[] =
    status === 'member'
      ? [
          { to: 'member-profile', label: 'common.account' },
          { to: 'member-profile-invoices', label: 'common.invoices' },
        ]
      : [
          { to: 'member-profile-invoices', label: 'common.check-order' },
          { to: 'member-login', label: 'common.login' },
          { to: 'member-registration', label: 'common.registration' },
        ]
  const items: readonly NavItem[] = [
    { to: 'home', label: 'common.home' },
    ...mainNav,
    { to: 'misc-faq', label: 'common.faq' },
    { to: 'cart', label: 'common.your-cart' },
    { to: 'find-my-lamp', label: 'common.find-my-lamp' },
    ...mine,
  ]
  const leave = async () => {
    props.onClose()
    if (!(await logout())) return toastUnexpected()
    toast({ text: 'message.logged-out', type: 'success' })
    await navigate(href('home'))
  }
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('common.menu-title')} side>
      <nav aria-label={t('common.main-nav')}>
        <ul className="divide-y divide-line">
          {items
            .filter(({ to }) => written(to))
            .map((item) => (
              <li key={item.label}>
                <Link
                  to={item.to}
                  hash={item.hash}
                  aria-current={id === item.to && !item.hash ? 'page' : undefined}
                  className="flex min-h-14 items-center text-lg font-semibold hover:text-cinnabar aria-[current=page]:text-cinnabar"
                  onClick={props.onClose}
                >
                  {t(item.label)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className="mt-6 flex flex-wrap gap-3">
        <LanguageSwitch className="btn btn-2" />
        {status === 'member' && (
          <Button icon="out" onClick={leave}>
            {t('common.logout')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
