import { createContext, useContext } from 'react'
import { SessionCache } from './session-cache.ts'

/** The cache of the tab that a page is shown in. */
export const SessionCacheContext = createContext(new SessionCache())

export function useSessionCache(): SessionCache {
  return useContext(SessionCacheContext)
}
