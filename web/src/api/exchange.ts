import { waitedFor } from './connection.ts'

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
export async function exchange<Result>(
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

/** Once more after a failure, as only what changes nothing may be asked. Who has given up is not asked for again. */
export async function twice<Result>(once: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await once()
  } catch (error) {
    if (signal?.aborted) throw error
    return once()
  }
}
