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

/** The entry of the browser's history that is shown, while something is held. */
let here: { href: string; state: unknown } = { href: '', state: null }
/** The way back goes on that was asked about. */
let goesOn = false

function keepHere() {
  here = { href: location.href, state: history.state }
}

/**
 * Back or Forward was pressed: the address is another one already. Where that waits for an answer it is put back at once,
 * above the entry that was gone to, before the router hears of it: the page stays, and to leave is one step back.
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

// Browsers call the window's own listeners in the order in which they came, whatever they capture: this one comes before
// the router's, which begins with the first page.
window.addEventListener('popstate', afterStep, true)
// The router says the last two whenever it changes the address.
for (const change of ['hashchange', 'pushState', 'replaceState'])
  window.addEventListener(change, () => holds.size > 0 && keepHere())

/**
 * Ways of the office that wait for an answer, because the page that they leave would lose what it does: links, and the
 * browser's Back and Forward. The browser's own question, on `beforeunload`, is about leaving the office only.
 */
export const leaving = {
  /**
   * From now on it is asked before the page is left, until the function that is given back is called. `within` is its
   * address where it has parts with addresses of their own: to go among them is not to leave it.
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
      if (asked) ask(undefined) // nothing would be lost any more: who asked may see how it ended
    }
  },
  /** Around each way within the office. */
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
