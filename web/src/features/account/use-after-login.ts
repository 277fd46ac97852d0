import { useHref } from '../../page/href.ts'
import { useNavigate } from '../../page/navigation.ts'
import { useSession } from '../../page/session.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** What happens once somebody is known: account and cart are asked for anew, then the page they came for is shown. */
export function useAfterLogin(): () => Promise<void> {
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  return async () => {
    await session.refresh()
    await navigate(safeRedirect(location.search) ?? href('member-profile'), { replace: true })
  }
}
