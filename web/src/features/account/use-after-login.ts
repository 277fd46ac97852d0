import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { keptMerged } from '../../site/cart/merged.ts'
import { useSessionCache } from '../../site/session/session-cache-context.ts'
import { sessionSlot } from '../../site/session/session-store.ts'
import { useSession } from '../../site/session/session.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** What follows a login: account and cart are loaded again, then the requested page is shown. */
export function useAfterLogin(): () => Promise<void> {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const { search } = usePage()
  const cache = useSessionCache()
  return async () => {
    // Computed before the session is refreshed: the refresh may already redirect this guest page to the profile.
    const to = safeRedirect(search) ?? safeRedirect(location.search) ?? href('member-profile')
    const before = session.cartCount
    await session.refresh()
    const after = cache.read(sessionSlot).answer?.cart?.count ?? 0
    // The login merged an earlier cart: show the cart, so that the visitor does not pay for items without seeing them.
    if (before > 0 && after > before) {
      keptMerged.write(after - before)
      return navigate(href('cart'), { replace: true })
    }
    await navigate(to, { replace: true })
  }
}
