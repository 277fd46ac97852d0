import type { ComponentType } from 'react'
import type { Page } from '../router/payload.tsx'
import type { Route } from '../router/route-type.ts'

/** How a page was reached; determines scrolling and focus. */
export type Arrival = 'first' | 'new' | 'back' | 'stay'

/** The current page; everything rendered derives from it. */
export type View = {
  route: Route
  page: Omit<Page, 'reload'>
  Component: ComponentType
  arrival: Arrival
  /** The URL's fragment, without the number sign. */
  hash: string
  /** Counts the navigations since the document was loaded. */
  count: number
}
