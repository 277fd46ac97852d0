/** A row of the route table, generated from the server's (`make generate`). */
export type Route = {
  /** The route's id, which is also the name of the page's file: routes/<id>.tsx. */
  id: string
  /** Without /zh; `:name` stands for one segment. Empty for pages without a URL. */
  path: string
  /** Checked by the server in this order, before any HTML or data. */
  guard: readonly string[]
  /** Message keys of the breadcrumbs. */
  crumbs: readonly string[]
  layout?: 'about-us' | 'bare'
  cart?: boolean
  /** Which tab of the phone's tab bar is active. */
  tab?: string
  /** The message namespaces that the page needs; `namespace@page` is the part of one that only this page's HTML has. */
  ns: readonly string[]
  /** The HTML has only heading and skeleton; the visitor's data comes from _payload.json. */
  personal?: boolean
  /** Query parameters that are secrets (tickets). They are removed from the address bar at once. */
  secret?: readonly string[]
  /** false: navigating to the page keeps the scroll position. */
  scroll: boolean
}
