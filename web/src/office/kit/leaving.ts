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

const leaves = ({ within }: Hold, pathname: string) =>
  within ? pathname !== within && !pathname.startsWith(`${within}/`) : pathname !== location.pathname

/**
 * Ways of the office that wait for an answer, because the page that they leave would lose what it does. The browser's
 * own question, on `beforeunload`, is about leaving the office only.
 */
export const leaving = {
  /**
   * From now on it is asked before the page is left, until the function that is given back is called. `within` is its
   * address where it has parts with addresses of their own: to go among them is not to leave it.
   */
  hold(within?: string): () => void {
    const one: Hold = { within }
    holds.add(one)
    return () => {
      holds.delete(one)
      if (asked && holds.size === 0) ask(undefined) // nothing would be lost any more: who asked may see how it ended
    }
  },
  /** Around each way within the office. */
  around: ((navigate, to, options) => {
    const { pathname } = new URL(to, location.href)
    if ([...holds].some((one) => leaves(one, pathname))) ask({ go: () => navigate(to, options) })
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
