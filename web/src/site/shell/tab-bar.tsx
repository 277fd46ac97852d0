import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../router/link.tsx'
import { useSession } from '../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tabs } from './nav-items.ts'

/** Milliseconds within which two taps are one double tap. */
const doubleTap = 500

/** Five labelled tabs at the foot of a phone. `count` is that of the view. */
export function TabBar(props: { at: string | undefined; count: number }) {
  const t = useT()
  const { cartCount } = useSession()
  // Where a page had its own bar a moment ago, the second of two taps was meant for that.
  const [since] = useState(() => (props.count > 0 ? Date.now() : 0))
  return (
    <nav
      onClickCapture={(event) => Date.now() - since < doubleTap && event.preventDefault()}
      aria-label={t('common.quick-nav')}
      className="sticks no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-[0_-8px_24px_-16px_rgb(74_27_20/.4)] lg:hidden"
    >
      <ul className="mx-auto flex max-w-3xl">
        {tabs.map((tab) => (
          <li key={tab.tab} className="min-w-0 flex-1">
            <Link
              to={tab.to}
              aria-current={props.at === tab.tab ? 'page' : undefined}
              className="relative flex flex-col items-center gap-0.5 py-2 text-[min(.9375rem,5.6vw)] font-semibold text-ink-2 aria-[current=page]:text-cinnabar"
            >
              <Icon name={tab.icon} size={26} />
              <span className="max-w-full truncate">{t(tab.label)}</span>
              {tab.tab === 'cart' && cartCount > 0 && (
                <span
                  className="absolute left-1/2 top-1 ml-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-cinnabar px-1 text-[.75rem] font-bold leading-none text-white"
                  aria-hidden="true"
                >
                  {cartCount}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
