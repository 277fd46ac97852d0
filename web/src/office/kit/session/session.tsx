import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { api, type Value } from '../../../api/client.ts'
import { onEndElsewhere, tellEnd } from '../../../lib/ended-elsewhere.ts'
import { forgetOrders } from '../../../lib/kept-orders.ts'
import { forgetTyped, ownTab } from '../../../lib/tab-owner.ts'
import { valueOf } from './session-gate.ts'

export type StaffUser = NonNullable<Value<'/api/_auth/session', 'get'>['user']>

export type OfficeSession = {
  status: 'loading' | 'guest' | 'known' | 'failed'
  user?: StaffUser
  /** The password was correct, but there is no second factor yet. */
  factorNeeded: boolean
  /** Requests the session again, as after a failure. */
  ask: () => void
  /** Called when a user has given the password. */
  welcome: (user: StaffUser) => void
  /** Ends the session; false if that failed. */
  logout: () => Promise<boolean>
}

type Answer = Value<'/api/_auth/session', 'get'>

const key = ['session']
const Session = createContext<OfficeSession | null>(null)

/**
 * Provides the session, once it is known: an expired one is renewed in place without changing the screen. When it turns
 * out that no user or a different user is logged in, everything shown is removed.
 */
export function SessionProvider(props: {
  children: ReactNode /** Clears what the browser stores for the user whose session ends. */
  onEnd: () => void
}) {
  const client = useQueryClient()
  const { onEnd } = props
  const settle = useCallback(
    (next: Answer) => {
      const before = client.getQueryData<Answer>(key)?.user?.id
      const now = next.user?.id
      void forgetOrders(now)
      // Unsaved input stays for the user who typed it.
      const other = before !== undefined && before !== now
      if (now && (ownTab(now) || other)) onEnd()
      if (other) client.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] })
      return next
    },
    [client, onEnd],
  )
  const end = useCallback(() => {
    forgetTyped()
    onEnd()
    client.setQueryData(key, settle({}))
  }, [client, onEnd, settle])
  useEffect(() => onEndElsewhere(end), [end])
  const { data, status, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => settle(await valueOf(() => api.get('/api/_auth/session'))),
    staleTime: Infinity,
  })
  useEffect(() => {
    // The page was restored from the back/forward cache: another user may have logged in since.
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refetch()
    }
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [refetch])
  const session = useMemo<OfficeSession>(
    () => ({
      status: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : data.user ? 'known' : 'guest',
      user: data?.user,
      factorNeeded: data?.factorNeeded ?? false,
      ask: () => void refetch(),
      welcome: (user) => client.setQueryData(key, settle({ user })),
      async logout() {
        try {
          const result = await api.delete('/api/_auth/session')
          if (result.status !== 200) return false
          end()
          tellEnd()
          return true
        } catch {
          return false
        }
      },
    }),
    [client, data, status, refetch, end, settle],
  )
  return <Session value={session}>{props.children}</Session>
}

export function useOfficeSession(): OfficeSession {
  const session = useContext(Session)
  if (!session) throw new Error('outside of the SessionProvider')
  return session
}
