import { createContext, useContext } from 'react'
import { SessionCache } from './session-cache.ts'

/** The session cache of this tab. */
export const SessionCacheContext = createContext(new SessionCache())

export function useSessionCache(): SessionCache {
  return useContext(SessionCacheContext)
}
