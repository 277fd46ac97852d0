/** One row of the route table, written from the server's own (`make generate`). */
export type Route = {
  /** Also the name of the page's file: routes/<id>.tsx. */
  id: string
  /** Without /zh; `:name` stands for one segment. Empty for pages without an address of their own. */
  path: string
  /** Checked by the server, in this order, before any HTML or data. */
  guard: readonly string[]
  /** Message keys of the way to the page. */
  crumbs: readonly string[]
  layout: 'default' | 'about-us' | 'bare'
  cart: boolean
  /** Which tab of the phone's bar is lit. */
  tab?: string
  /** Namespaces of the messages that the page needs. */
  ns: readonly string[]
  /** The HTML carries heading and skeleton only; the visitor's data comes from _payload.json. */
  personal: boolean
  /** Query parameters that open a door by themselves. They leave the address bar at once. */
  secret?: readonly string[]
  /** false: navigation to the page leaves the scroll where it is. */
  scroll: boolean
}
