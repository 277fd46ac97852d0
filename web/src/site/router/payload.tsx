import { createContext, useContext, type ReactNode } from 'react'
import type { PageData } from './routes.gen.ts'
import type { Locale, Messages } from '../../i18n/messages.ts'

/** The temple's data, which every page shows. */
export type Site = {
  templeName: string
  chineseName: string
  address: string
  phone: string
  hoursToday: string
  openToday: boolean
  /** Opening hours exist, and the temple is closed today. */
  closedToday?: boolean
  demo: boolean
  payNow: boolean
  /** A payment provider confirms PayNow. */
  confirms?: boolean
  /** The payee of a PayNow transfer, as banking apps show it. */
  payee: string
  uen: string
  /** The temple has not published its name yet: every page shows a notice about that. */
  soon?: boolean
  /** Pages that nobody has published yet, to which no links are shown. */
  unwritten?: readonly string[]
}

export type Crumb = { label: string; href?: string }
export type Meta = { title: string; description: string }

export type { PageData }

/** The JSON from which a page is rendered, on the server and again during hydration. */
export type Payload = {
  id: string
  locale: Locale
  /** The page's path, without /zh. */
  path: string
  params: Record<string, string>
  /** null: the skeleton of a personal page. */
  data: unknown
  meta: Meta
  crumbs: Crumb[]
  messages: Messages
  site: Site
  buildId: string
  /** Seconds between checks for a new build; 0: never. */
  buildCheck: number
}

/** The current page. */
export type Page = Omit<Payload, 'messages' | 'buildId' | 'buildCheck'> & {
  /** The URL's query with its question mark; empty on the server and at first render. */
  search: string
  /** Loads the page's data again, as after a change. */
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
 * The data of the current page, if it is one of the given ids; null while a personal page loads, and on every other
 * page.
 */
export function usePageData<Id extends keyof PageData>(...ids: Id[]): PageData[Id] | null {
  const { id, data } = usePage()
  return ids.some((one) => one === id) ? (data as PageData[Id] | null) : null
}
