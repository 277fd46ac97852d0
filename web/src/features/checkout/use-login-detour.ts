import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { useSession } from '../../site/session/session.tsx'

/** Goes to the login and back to this page; cart, method and receipt images are stored on the server. */
export function useLoginDetour(): () => Promise<void> {
  const navigate = useNavigate()
  const href = useHref()
  const session = useSession()
  return async () => {
    await session.refresh()
    await navigate(href('member-login', undefined, { query: { redirect: location.pathname + location.search } }))
  }
}
