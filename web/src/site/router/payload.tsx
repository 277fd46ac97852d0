import { createContext, useContext, type ReactNode } from 'react'
import type { PageData } from './routes.gen.ts'
import type { Locale, Messages } from '../../i18n/messages.ts'

/** What every page shows of the temple, whatever its own data is. */
export type Site = {
  templeName: string
  chineseName: string
  address: string
  phone: string
  hoursToday: string
  openToday: boolean
  /** Hours are written, and there are none today. */
  closedToday?: boolean
  demo: boolean
  payNow: boolean
  /** Whom a PayNow transfer goes to, as the bank's app shows it. */
  payee: string
  uen: string
  /** The temple has not published its name yet: visitors find one page that says so. */
  soon?: boolean
  /** Pages that menus and texts lead to elsewhere, and that nobody has published. */
  unwritten?: readonly string[]
}

export type Crumb = { label: string; href?: string }
export type Meta = { title: string; description: string }

export type { PageData }

/** The JSON that a page is rendered from, on the server and again when the browser takes over. */
export type Payload = {
  id: string
  locale: Locale
  /** Without /zh. */
  path: string
  params: Record<string, string>
  /** null: the skeleton of a personal page. */
  data: unknown
  meta: Meta
  crumbs: Crumb[]
  messages: Messages
  site: Site
  buildId: string
  /** Seconds between looks for a new build; 0: never. */
  buildCheck: number
}

/** The page on show. */
export type Page = Omit<Payload, 'messages' | 'buildId' | 'buildCheck'> & {
  /** With its question mark; empty on the server and at first paint. */
  search: string
  /** Fetches the page's data again, as after a change that was sent to the server. */
  reload: () => Promise<void>
}

const Current = createContext<Page | null>(null)

export function PageProvider(props: { page: Page; children: ReactNode }) {
  return <Current value={props.page}>{props.children}</Current>
}

export function usePage(): Page {
  const page = useContext(Current)
  if (!page) throw new Error('usePage needs PageProvider')
  return page
}

/**
 * The data of the page on show, of which the ids must be named; null while a personal page's data is on its way, and
 * on every other page.
 */
export function usePageData<Id extends keyof PageData>(...ids: Id[]): PageData[Id] | null {
  const { id, data } = usePage()
  return ids.some((one) => one === id) ? (data as PageData[Id] | null) : null
}
