import type { ApiResult } from '../../../api/result.ts'

/** Pending password dialog: resolves when the session is restored or the dialog closed. */
let waiting: Promise<boolean> | null = null
let settle: ((loggedIn: boolean) => void) | null = null
let quiet = 0 // how many holders suppress the dialog
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** The state of the password dialog, for useSyncExternalStore. */
export const gate = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  closed: () => waiting !== null && quiet === 0,
  /**
   * Suppresses the dialog while it must not cover the screen, as during a reading before the altar. Returns the release
   * function.
   */
  hold(): () => void {
    quiet += 1
    tell()
    return () => {
      quiet -= 1
      tell()
    }
  },
  /** Closes the dialog: true when the same user has logged in again. */
  open(loggedIn: boolean) {
    const answer = settle
    waiting = settle = null
    tell()
    answer?.(loggedIn)
  },
}

function askPassword(): Promise<boolean> {
  if (waiting) return waiting
  waiting = new Promise((resolve) => {
    settle = resolve
  })
  tell()
  return waiting
}

/**
 * Makes an API call. If the session has expired, the screen stays, the password is asked for in place, and the call is
 * repeated; several calls share one dialog.
 */
export async function guarded<Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>> {
  let result = await call()
  while (result.status === 401 && (await askPassword())) result = await call()
  return result
}

/** An API call that a page needs was refused. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with status ${status}`)
    this.name = 'Refused'
    this.status = status
  }
}

/** For queries: the value of a guarded call; throws {@link Refused} unless it succeeded. */
export async function valueOf<Value>(call: () => Promise<ApiResult<Value>>): Promise<Value> {
  const result = await guarded(call)
  if (result.status !== 200) throw new Refused(result.status)
  return result.value
}
