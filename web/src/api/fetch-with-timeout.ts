import { lookedFor, waitedFor } from './connection.ts'
import { UnexpectedStatus } from './result.ts'

const timeout = 60_000

/** Nobody answered: there is no way to the server, or no answer came within a minute. */
export class NoAnswer extends Error {
  constructor(cause?: unknown) {
    super('no answer', { cause })
    this.name = 'NoAnswer'
  }
}

/**
 * One request to this site and the reading of its answer, within 60 s; it counts among what the visitor waits for.
 * Fails with {@link NoAnswer}, or with what `read` throws.
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
    // The connection broke, or time ran out, in the middle of the answer.
    throw init.signal?.aborted || error instanceof TypeError ? new NoAnswer(error) : error
  }
}

const unsure = (error: unknown) => error instanceof UnexpectedStatus && error.unsure

// Seconds between the looks: a database that changes its primary is back within a minute.
const pauses = [2, 4, 8, 16, 30]

/** Sends again what may have been carried out, as only what the server does once at most may be sent. */
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
      // Nothing but an answer tells what became of it: the database may still be away.
      if (!(error instanceof NoAnswer) && !(error instanceof UnexpectedStatus && error.status === 503)) throw error
      last = unsure(last) ? last : error
    }
  }
  throw last
}

// Seconds that one waits at most for a busy server.
const most = 10

/** Milliseconds until a server that is busy, or away for a moment, is asked again: spread, so that not all come at once. */
function pauseBefore(error: unknown): number {
  if (!(error instanceof UnexpectedStatus) || (error.status !== 429 && error.status !== 503)) return 0
  const after = error.retryAfter ?? 1
  // Who was told to come much later than one waits comes in the last part of the wait.
  const least = after > most ? most * 0.8 : after
  return Math.min(most, least * (1 + Math.random() / 4)) * 1000
}

/** Waits, and no longer than until the call is given up. */
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

/**
 * Retries a GET once: at once when no answer came, and after 429 and 503 when Retry-After says so, within ten seconds.
 * Never retries after an abort.
 */
export async function twice<Result>(once: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await once()
  } catch (error) {
    const wait = pauseBefore(error)
    if (wait > 0 && !signal?.aborted) await waitedFor(pause(wait, signal))
    if (signal?.aborted) throw error
    return once()
  }
}
