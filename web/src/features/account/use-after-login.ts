import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { keptMerged } from '../../site/cart/merged.ts'
import { useSessionCache } from '../../site/session/session-cache-context.ts'
import { sessionSlot } from '../../site/session/session-store.ts'
import { useSession } from '../../site/session/session.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** What happens once somebody is known: account and cart are asked for anew, then the page they came for is shown. */
export function useAfterLogin(): () => Promise<void> {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const { search } = usePage()
  const cache = useSessionCache()
  return async () => {
    // Said now: while the session is asked for, the page may learn that it is for guests and be on its way to the profile.
    const to = safeRedirect(search) ?? safeRedirect(location.search) ?? href('member-profile')
    const before = session.cartCount
    await session.refresh()
    const after = cache.read(sessionSlot).answer?.cart?.count ?? 0
    // A cart that was saved earlier has come in: nobody pays for it without having seen it.
    if (before > 0 && after > before) {
      keptMerged.write(after - before)
      return navigate(href('cart'), { replace: true })
    }
    await navigate(to, { replace: true })
  }
}
