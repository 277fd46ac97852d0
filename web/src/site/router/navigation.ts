import { createContext, useContext } from 'react'

/** Navigates to a URL of this site; resolves when the new page is shown. */
export type Navigate = (url: string, options?: { replace?: boolean }) => Promise<void>

export type Navigation = {
  navigate: Navigate
  /** Preloads the code of a page that will probably be opened. */
  preload: (url: string) => void
}

export const NavigationContext = createContext<Navigation>({ navigate: async () => {}, preload: () => {} })

export function useNavigate(): Navigate {
  return useContext(NavigationContext).navigate
}

export function usePreload(): (url: string) => void {
  return useContext(NavigationContext).preload
}
