import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** What happens once somebody is known: account and cart are asked for anew, then the page they came for is shown. */
export function useAfterLogin(): () => Promise<void> {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const { search } = usePage()
  return async () => {
    // Said now: while the session is asked for, the page may learn that it is for guests and be on its way to the profile.
    const to = safeRedirect(search) ?? safeRedirect(location.search) ?? href('member-profile')
    await session.refresh()
    await navigate(to, { replace: true })
  }
}
