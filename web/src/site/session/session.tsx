import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { toast } from '../../ui/toast-store.ts'
import { makeSessionStore, type SessionAnswer } from './session-store.ts'
import { onEndElsewhere } from '../../lib/ended-elsewhere.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { useSessionCache } from './session-cache-context.ts'

export type SessionUser = NonNullable<SessionAnswer['user']>

export type Session = {
  /** `failed`: the request failed, so the visitor counts as a guest until it succeeds. */
  status: 'loading' | 'guest' | 'member' | 'failed'
  user?: SessionUser
  /** Notices for the member, shown on every page. */
  notice?: SessionAnswer['notice']
  cartCount: number
  /** Requests the session again, as after a login or a change of the cart. */
  refresh: () => Promise<void>
  /** Logs out; false if that failed. */
  logout: () => Promise<boolean>
}

const guest: Session = {
  status: 'loading',
  cartCount: 0,
  refresh: async () => {},
  logout: async () => false,
}
const SessionContext = createContext<Session>(guest)

/** Loads the session after hydration; the HTML is the same for everyone. */
export function SessionProvider(props: {
  children: ReactNode
  /** Called when a different member is logged in. */
  onOther?: () => void
}) {
  const cache = useSessionCache()
  const other = useLatest(props.onOther)
  const [store] = useState(() => makeSessionStore(cache, () => other.current?.()))
  const { answer, failed } = useSyncExternalStore(cache.subscribe, store.state, store.state)
  useEffect(() => {
    // In a separate task, so that the browser can handle input first.
    const timer = setTimeout(() => {
      if (!store.state().answer) void store.ask()
    })
    addEventListener('online', store.look)
    addEventListener('pageshow', store.lookAgain)
    const deaf = onEndElsewhere(store.endElsewhere)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', store.look)
      removeEventListener('pageshow', store.lookAgain)
      deaf()
    }
  }, [store])
  useOnReturn(store.look)
  const told = useRef(false)
  useEffect(() => {
    if (failed && !told.current) toast({ text: 'message.session-failed', duration: 6000 })
    told.current = failed
  }, [failed])
  const session = useMemo<Session>(
    () => ({
      status: failed ? 'failed' : !answer ? 'loading' : answer.user ? 'member' : 'guest',
      user: answer?.user,
      notice: answer?.notice,
      cartCount: answer?.cart?.count ?? 0,
      refresh: store.ask,
      logout: store.logout,
    }),
    [answer, failed, store],
  )
  return <SessionContext value={session}>{props.children}</SessionContext>
}

export function useSession(): Session {
  return useContext(SessionContext)
}
