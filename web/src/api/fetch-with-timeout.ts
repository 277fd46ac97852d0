import { lookedFor, waitedFor } from './connection.ts'
import { UnexpectedStatus } from './result.ts'

const timeout = 60_000

/** There was no answer: no connection, or a timeout of one minute. */
export class NoAnswer extends Error {
  constructor(cause?: unknown) {
    super('no answer', { cause })
    this.name = 'NoAnswer'
  }
}

/**
 * Sends a request to this site and reads its answer, within 60 s; it counts as work that the visitor waits for. Throws
 * {@link NoAnswer}, or what `read` throws.
 */
export async function fetchWithTimeout<Result>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  const timer = setTimeout(cancel, timeout)
  init.signal?.addEventListener('abort', cancel)
  try {
    return await waitedFor(answered(url, { ...init, credentials: 'same-origin', signal: stop.signal }, read))
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', cancel)
  }
}

async function answered<Result>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    throw new NoAnswer(error)
  }
  try {
    return await read(response)
  } catch (error) {
    // The connection failed, or the timeout passed, while the answer was being read.
    throw init.signal?.aborted || error instanceof TypeError ? new NoAnswer(error) : error
  }
}

const unsure = (error: unknown) => error instanceof UnexpectedStatus && error.unsure

// Seconds between the retries: after a failover, a database is back within a minute.
const pauses = [2, 4, 8, 16, 30]

/** Resends a call until its outcome is known. Only for calls that the server executes at most once. */
export async function untilKnown<Result>(once: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await once()
  } catch (error) {
    if (!unsure(error)) throw error
    return lookedFor(lookAgain(once, error, signal))
  }
}

async function lookAgain<Result>(once: () => Promise<Result>, first: unknown, signal?: AbortSignal): Promise<Result> {
  let last = first
  for (const seconds of pauses) {
    await new Promise((later) => setTimeout(later, seconds * 1000))
    if (signal?.aborted) break
    try {
      return await once()
    } catch (error) {
      // Only a definite answer ends the retries: the database may still be unavailable.
      if (!(error instanceof NoAnswer) && !(error instanceof UnexpectedStatus && error.status === 503)) throw error
      last = unsure(last) ? last : error
    }
  }
  throw last
}

// The shortest and the longest wait before a retry, in milliseconds.
const least = 200
const most = 10_000

/**
 * Milliseconds until the retry: after the time that a busy server names, otherwise after a moment. Random, so that
 * clients do not return all at once.
 */
function pauseBefore(error: UnexpectedStatus): number {
  const busy = error.status === 429 || error.status === 503
  const after = Math.max(least, busy ? (error.retryAfter ?? 1) * 1000 : 0)
  // If the server asks for more than the longest wait, retry near its end.
  const from = after > most ? most * 0.8 : after
  return Math.min(most, from + Math.random() * Math.max(from / 4, 300))
}

/** Waits, but ends when the call is aborted. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}

// Without an answer (0), limited, or a server that a proxy does not reach. Any other answer would be the same again.
const passing: readonly number[] = [0, 429, 502, 503, 504]

/**
 * Retries a GET once: a moment later when no answer came, and after 429 and 503 when Retry-After says so, within ten
 * seconds. Never retries after an abort.
 */
export async function twice<Result>(once: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof UnexpectedStatus && passing.includes(error.status)) || signal?.aborted) throw error
    await waitedFor(pause(pauseBefore(error), signal))
    if (signal?.aborted) throw error
    return once()
  }
}
