import type { AroundNavHandler } from 'wouter'

type Hold = { within: string | undefined }
type Asked = { go: () => void }

const holds = new Set<Hold>()
const listeners = new Set<() => void>()
let asked: Asked | undefined

function ask(next: Asked | undefined) {
  asked = next
  for (const listener of listeners) listener()
}

const leaves = ({ within }: Hold, to: string, from: string) =>
  within ? to !== within && !to.startsWith(`${within}/`) : to !== from

const leavesTo = (to: string, from: string) => [...holds].some((one) => leaves(one, to, from))

/** The shown history entry, while a page is held. */
let here: { href: string; state: unknown } = { href: '', state: null }
/** The Back step continues that the user was asked about. */
let goesOn = false

function keepHere() {
  here = { href: location.href, state: history.state }
}

/**
 * Handles Back or Forward: the URL has already changed. If the user must be asked, the URL is restored at once, as a
 * new entry after the one gone to, before the router sees it: the page stays, and leaving is one step back.
 */
function afterStep(event: PopStateEvent) {
  if (holds.size === 0) return
  const asks = !goesOn && leavesTo(location.pathname, new URL(here.href).pathname)
  goesOn = false
  if (!asks) {
    keepHere()
    return
  }
  event.stopImmediatePropagation()
  history.pushState(here.state, '', here.href)
  ask({
    go() {
      goesOn = true
      history.back()
    },
  })
}

// Window listeners run in the order of registration, even capturing ones: this one is registered before the router's.
window.addEventListener('popstate', afterStep, true)
// The router dispatches the last two events whenever it changes the URL.
for (const change of ['hashchange', 'pushState', 'replaceState'])
  window.addEventListener(change, () => holds.size > 0 && keepHere())

/**
 * Asks before navigation within the office leaves a page that would lose what it is sending: by links, Back and
 * Forward. The browser's own question, on `beforeunload`, covers only leaving the office.
 */
export const leaving = {
  /**
   * Makes leaving the page ask first, until the returned function is called. `within` is the path of a page whose parts
   * have their own addresses: moving between them does not ask.
   */
  hold(within?: string): () => void {
    const one: Hold = { within }
    if (holds.size === 0) {
      goesOn = false
      keepHere()
    }
    holds.add(one)
    return () => {
      if (!holds.delete(one) || holds.size > 0) return
      if (asked) ask(undefined) // nothing would be lost any more: stay, so that the user sees the result
    }
  },
  /** Wraps each navigation within the office. */
  around: ((navigate, to, options) => {
    const { pathname } = new URL(to, location.href)
    if (leavesTo(pathname, location.pathname)) ask({ go: () => navigate(to, options) })
    else navigate(to, options)
  }) satisfies AroundNavHandler as AroundNavHandler,
  answer(leave: boolean): void {
    const way = asked
    ask(undefined)
    if (leave) way?.go()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  asked: () => asked !== undefined,
}
