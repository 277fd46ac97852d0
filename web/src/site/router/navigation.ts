import { createContext, useContext } from 'react'

/** Goes to an address of this site; the promise ends when the new page is on show. */
export type Navigate = (url: string, options?: { replace?: boolean }) => Promise<void>

export type Navigation = {
  navigate: Navigate
  /** Starts loading the code of a page that will probably be asked for. */
  preload: (url: string) => void
}

export const NavigationContext = createContext<Navigation>({ navigate: async () => {}, preload: () => {} })

export function useNavigate(): Navigate {
  return useContext(NavigationContext).navigate
}

export function usePreload(): (url: string) => void {
  return useContext(NavigationContext).preload
}
