import { api, type Value } from '../../api/client.ts'
import { UnexpectedStatus } from '../../api/result.ts'
import { tellEnd } from '../../lib/ended-elsewhere.ts'
import { forgetOrders } from '../../lib/kept-orders.ts'
import { forgetTyped, ownTab } from '../../lib/tab-owner.ts'
import type { Slot, SessionCache } from './session-cache.ts'

/** What GET /api/_auth/session says. */
export type SessionAnswer = Value<'/api/_auth/session', 'get'>

type SessionState = {
  /** The last answer; none before the first, nor when the first call failed. */
  answer?: SessionAnswer
  /** Nobody could be asked the last time. */
  failed: boolean
}

/** Where the cache keeps the session. */
export const sessionSlot: Slot<SessionState> = { first: () => ({ failed: false }) }

/** Milliseconds for which an answer needs no second look. */
const fresh = 60_000

/**
 * The session of a tab. The HTML is the same for everybody, so the browser asks who it is for. What a session showed goes
 * with it, however it ended; `onOther` is called when the member who was there is not the one who is.
 */
export function makeSessionStore(cache: SessionCache, onOther: () => void) {
  let asked = 0
  let at = 0

  /** Asks the server. Of several questions the latest one counts. */
  async function ask(): Promise<void> {
    const mine = ++asked
    let next: SessionState
    try {
      const result = await api.get('/api/_auth/session')
      if (result.status !== 200) throw new UnexpectedStatus(result.status)
      next = { answer: result.value, failed: false }
    } catch {
      next = { ...cache.read(sessionSlot), failed: true }
    }
    if (mine !== asked) return
    at = Date.now()
    const before = cache.read(sessionSlot).answer?.user?.id
    cache.write(sessionSlot, next)
    if (!next.failed) settle(before, next.answer?.user?.id)
  }

  /** Takes away what is not for whoever is there. */
  function settle(before: string | undefined, user: string | undefined): void {
    void forgetOrders(user)
    if (user) ownTab(user)
    if (!before || before === user) return
    cache.forget(sessionSlot)
    onOther()
  }

  /** Asks at once: the page was shown again as it was left, whoever has come since. */
  function lookAgain({ persisted }: PageTransitionEvent): void {
    if (persisted) void ask()
  }

  /** Asks when the last answer is old, or there was none. */
  function look(): void {
    if (at > 0 && (cache.read(sessionSlot).failed || Date.now() - at > fresh)) void ask()
  }

  /** Ends the session; false when that could not be done. What was fetched for this member is nobody else's. */
  async function logout(): Promise<boolean> {
    try {
      const result = await api.delete('/api/_auth/session')
      if (result.status !== 200) return false
    } catch {
      return false
    }
    end()
    tellEnd()
    return true
  }

  /** Nobody is there any more, and nothing of whoever was. */
  function end(): void {
    asked++
    cache.forget(sessionSlot)
    cache.write(sessionSlot, { answer: {}, failed: false })
    forgetTyped()
    void forgetOrders()
  }

  /** The session was ended in another tab: this one shows it no longer either. */
  function endElsewhere(): void {
    const { answer } = cache.read(sessionSlot)
    end()
    if (answer?.user) onOther()
  }

  return { ask, look, lookAgain, logout, endElsewhere, state: () => cache.read(sessionSlot) }
}

/** The cart has been seen: how many items it has. */
export function countCart(cache: SessionCache, count: number): void {
  const { answer } = cache.read(sessionSlot)
  cache.write(sessionSlot, { answer: { ...answer, cart: count > 0 ? { count } : undefined }, failed: false })
}
