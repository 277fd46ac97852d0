import type { ApiResult } from '../../../api/result.ts'

/** Somebody must give their password before the work goes on. */
let waiting: Promise<boolean> | null = null
let settle: ((loggedIn: boolean) => void) | null = null
let quiet = 0 // how many hold the question back
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** Whether the password is being asked for; for useSyncExternalStore. */
export const gate = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  closed: () => waiting !== null && quiet === 0,
  /**
   * Lets the question wait, as long as somebody does what it must not lie over: names are being read before the altar.
   * Gives what ends that.
   */
  hold(): () => void {
    quiet += 1
    tell()
    return () => {
      quiet -= 1
      tell()
    }
  },
  /** The question is over: true when the same person is logged in again. */
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
 * Makes a call. When the session has ended meanwhile, the screen stays as it is, the password is asked for in place,
 * and the call is made again; many calls at once ask once.
 */
export async function guarded<Value>(call: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>> {
  let result = await call()
  while (result.status === 401 && (await askPassword())) result = await call()
  return result
}

/** A call that a page is made of was refused. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with status ${status}`)
    this.name = 'Refused'
    this.status = status
  }
}

/** The value of a guarded call; throws {@link Refused} for everything but a success. For queries. */
export async function valueOf<Value>(call: () => Promise<ApiResult<Value>>): Promise<Value> {
  const result = await guarded(call)
  if (result.status !== 200) throw new Refused(result.status)
  return result.value
}
