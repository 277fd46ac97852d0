import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from './session-gate.ts'

export type StaffUser = NonNullable<Value<'/api/_auth/session', 'get'>['user']>

export type OfficeSession = {
  status: 'loading' | 'guest' | 'known' | 'failed'
  user?: StaffUser
  /** The password was right, and there is no second step yet. */
  factorNeeded: boolean
  /** Asks again who is there, as after a failure. */
  ask: () => void
  /** Somebody has given their password. */
  welcome: (user: StaffUser) => void
  /** Ends the session; false when that could not be done. */
  logout: () => Promise<boolean>
}

const key = ['session']
const Session = createContext<OfficeSession | null>(null)

/** Knows who works here, from the first answer on: an ended session is asked for in place and changes no screen. */
export function SessionProvider(props: {
  children: ReactNode /** Forgets what the browser keeps for the clerk whose session ends. */
  onEnd: () => void
}) {
  const client = useQueryClient()
  const { onEnd } = props
  const { data, status, refetch } = useQuery({
    queryKey: key,
    queryFn: () => valueOf(() => api.get('/api/_auth/session')),
    staleTime: Infinity,
  })
  const session = useMemo<OfficeSession>(
    () => ({
      status: status === 'pending' ? 'loading' : status === 'error' ? 'failed' : data.user ? 'known' : 'guest',
      user: data?.user,
      factorNeeded: data?.factorNeeded ?? false,
      ask: () => void refetch(),
      welcome: (user) => client.setQueryData(key, { user }),
      async logout() {
        try {
          const result = await api.delete('/api/_auth/session')
          if (result.status !== 200) return false
          onEnd()
          client.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] })
          client.setQueryData(key, {})
          return true
        } catch {
          return false
        }
      },
    }),
    [client, data, status, refetch, onEnd],
  )
  return <Session value={session}>{props.children}</Session>
}

export function useOfficeSession(): OfficeSession {
  const session = useContext(Session)
  if (!session) throw new Error('outside of the SessionProvider')
  return session
}
