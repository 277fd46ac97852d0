/**
 * The state of the connection: `slow` when an answer takes longer than users expect, `unsure` while it is unknown
 * whether a write was executed and the program is finding out.
 */
export type Connection = 'fine' | 'slow' | 'unsure' | 'offline'

const patience = 6000
const listeners = new Set<() => void>()
let late = 0
let unsure = 0
let online = true

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Counts work that the visitor waits for, to report a slow connection. Uploads are not counted: they show their own
 * progress.
 */
export async function waitedFor<Result>(work: Promise<Result>): Promise<Result> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late += 1
    tell()
  }, patience)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (isLate) {
      late -= 1
      tell()
    }
  }
}

/** Counts work that finds out whether a write was executed. */
export async function lookedFor<Result>(work: Promise<Result>): Promise<Result> {
  unsure += 1
  tell()
  try {
    return await work
  } finally {
    unsure -= 1
    tell()
  }
}

function look(): void {
  online = navigator.onLine
  tell()
}

export const connection = {
  subscribe(listener: () => void) {
    if (listeners.size === 0) {
      online = navigator.onLine
      addEventListener('online', look)
      addEventListener('offline', look)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  },
  current: (): Connection => (online ? (unsure > 0 ? 'unsure' : late > 0 ? 'slow' : 'fine') : 'offline'),
}
