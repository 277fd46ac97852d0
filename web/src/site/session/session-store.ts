import { api, type Value } from '../../api/client.ts'
import { UnexpectedStatus } from '../../api/result.ts'
import { tellEnd } from '../../lib/ended-elsewhere.ts'
import { forgetOrders } from '../../lib/kept-orders.ts'
import { forgetTyped, ownTab } from '../../lib/tab-owner.ts'
import type { Slot, SessionCache } from './session-cache.ts'

/** The response of GET /api/_auth/session. */
export type SessionAnswer = Value<'/api/_auth/session', 'get'>

type SessionState = {
  /** The last answer; undefined before the first, and if the first call failed. */
  answer?: SessionAnswer
  /** Whether the last session request failed. */
  failed: boolean
}

/** The session's key in the cache. */
export const sessionSlot: Slot<SessionState> = { first: () => ({ failed: false }) }

/** How long an answer stays fresh, in milliseconds. */
const fresh = 60_000

/**
 * The session of a tab. The HTML is the same for everyone, so the browser asks who is logged in. When a session ends,
 * however it ends, its data is cleared; `onOther` is called when a different member is logged in.
 */
export function makeSessionStore(cache: SessionCache, onOther: () => void) {
  let asked = 0
  let at = 0

  /** Requests the session. Only the latest of several requests counts. */
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

  /** Clears data of another user. */
  function settle(before: string | undefined, user: string | undefined): void {
    void forgetOrders(user)
    if (user) ownTab(user)
    if (!before || before === user) return
    cache.forget(sessionSlot)
    onOther()
  }

  /**
   * Refreshes at once when the page was restored from the back/forward cache: another user may have logged in since.
   */
  function lookAgain({ persisted }: PageTransitionEvent): void {
    if (persisted) void ask()
  }

  /** Refreshes if the last answer is old, or missing. */
  function look(): void {
    if (at > 0 && (cache.read(sessionSlot).failed || Date.now() - at > fresh)) void ask()
  }

  /** Logs out; false if that failed. Everything loaded for this member is cleared. */
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

  /** Sets the state to guest and clears the member's data. */
  function end(): void {
    asked++
    cache.forget(sessionSlot)
    cache.write(sessionSlot, { answer: {}, failed: false })
    forgetTyped()
    void forgetOrders()
  }

  /** The session was ended in another tab, so this one shows a guest too. */
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
