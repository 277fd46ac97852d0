import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { api, type Value } from '../api/client.ts'
import { UnexpectedStatus } from '../api/result.ts'
import { toast } from '../ui/toast-store.ts'
import { forgetVisitor } from './forget-visitor.ts'

type Answer = Value<'/api/_auth/session', 'get'>
export type SessionUser = NonNullable<Answer['user']>

export type Session = {
  /** `failed`: nobody could be asked, so the visitor counts as a guest until it works again. */
  status: 'loading' | 'guest' | 'member' | 'failed'
  user?: SessionUser
  cartCount: number
  /** Asks again, as after a login or a change of the cart. */
  refresh: () => Promise<void>
  setCartCount: (count: number) => void
  /** Ends the session; false when that could not be done. */
  logout: () => Promise<boolean>
}

const key = ['session']
const guest: Session = {
  status: 'loading',
  cartCount: 0,
  refresh: async () => {},
  setCartCount: () => {},
  logout: async () => false,
}
const SessionContext = createContext<Session>(guest)

async function fetchSession(): Promise<Answer> {
  const result = await api.get('/api/_auth/session')
  if (result.status !== 200) throw new UnexpectedStatus(result.status)
  return result.value
}

/** Fetches the session once the page has been taken over; the HTML is the same for everybody. */
export function SessionProvider(props: { children: ReactNode }) {
  const client = useQueryClient()
  const { data, status } = useQuery({
    queryKey: key,
    queryFn: fetchSession,
    retry: false,
    staleTime: 60_000,
    // After a failure the next look at the page asks again.
    refetchOnWindowFocus: (query) => query.state.status === 'error' || query.isStale(),
  })
  const told = useRef(false)
  useEffect(() => {
    if (status === 'error' && !told.current) toast({ text: 'message.session-failed', duration: 6000 })
    told.current = status === 'error'
  }, [status])
  const session = useMemo<Session>(
    () => ({
      status: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : data.user ? 'member' : 'guest',
      user: data?.user,
      cartCount: data?.cart?.count ?? 0,
      refresh: () => client.invalidateQueries({ queryKey: key }),
      setCartCount: (count) =>
        client.setQueryData<Answer>(key, (old) => ({ ...old, cart: count > 0 ? { count } : undefined })),
      async logout() {
        try {
          const result = await api.delete('/api/_auth/session')
          if (result.status !== 200) return false
          // What was fetched for this member is nobody else's.
          client.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] })
          client.setQueryData<Answer>(key, {})
          forgetVisitor()
          return true
        } catch {
          return false
        }
      },
    }),
    [client, data, status],
  )
  return <SessionContext value={session}>{props.children}</SessionContext>
}

export function useSession(): Session {
  return useContext(SessionContext)
}
