import { useHref } from '../../page/href.ts'
import { useNavigate } from '../../page/navigation.ts'
import { useSession } from '../../page/session.tsx'

/** Goes to the login and back to this page; cart, method and pictures wait on the server. */
export function useLoginDetour(): () => Promise<void> {
  const navigate = useNavigate()
  const href = useHref()
  const session = useSession()
  return async () => {
    await session.refresh()
    await navigate(href('member-login', undefined, { query: { redirect: location.pathname + location.search } }))
  }
}
