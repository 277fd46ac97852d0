/** The body of a refused or failed call. `title` is a sentence in the visitor's language. */
export type ApiFailure = {
  code: string
  title: string
  /** A number where the contract names one: 44062 = an item of the cart changed. */
  type?: number
  /** The values in the sentence; with them and the code, it can be translated to the other language. */
  params?: Record<string, string | number>
  errors?: FieldError[]
  /** Seconds until a retry makes sense. */
  retryAfter?: number
}

/** `field` is a path into the request body: items[0].form.people[1].name */
export type FieldError = { field: string; code: string; title: string; params?: Record<string, string | number> }

/** The only mapping of statuses to results; {@link UnexpectedStatus} is thrown for any other status. */
export type ApiResult<Value> =
  | { status: 200; value: Value }
  | { status: 400 | 500; body: ApiFailure }
  | { status: 401 | 403 | 404 }

/** A definite answer other than success. */
export type Refusal = Exclude<ApiResult<unknown>, { status: 200 }>

/** An answer outside the contract; status 0 means no answer at all. */
export class UnexpectedStatus extends Error {
  readonly status: number
  /** The server lost its database during the commit: the write may have been executed. */
  readonly unsure: boolean
  /** Seconds until a retry makes sense, if the server says so. */
  readonly retryAfter: number | undefined
  /** The server had no room for the call, and did nothing. */
  readonly busy: ApiFailure | undefined

  constructor(status: number, cause?: unknown, unsure = false, retryAfter?: number, busy?: ApiFailure) {
    super(status ? `unexpected response status ${status}` : 'no response', { cause })
    this.name = 'UnexpectedStatus'
    this.status = status
    this.unsure = unsure
    this.retryAfter = retryAfter
    this.busy = busy
  }
}

/** The seconds of a Retry-After header, which may also be a date. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Converts status and body text to a result; a success whose body lacks one of the `names` is unexpected. */
export function resultOf<Value>(
  status: number,
  text: string,
  retryAfter?: string | null,
  names: readonly string[] = [],
): ApiResult<Value> {
  if (status === 401 || status === 403 || status === 404) return { status }
  if (status !== 200 && status !== 400 && status !== 500)
    throw new UnexpectedStatus(
      status,
      undefined,
      status === 503 && text.includes('"code":"unsure"'),
      secondsOf(retryAfter ?? null),
      status === 503 && text.includes('"code":"busy"') ? (JSON.parse(text) as ApiFailure) : undefined,
    )
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new UnexpectedStatus(status, error)
  }
  if (status !== 200) return { status, body: body as ApiFailure }
  if (names.length > 0 && !hasAll(body, names)) throw new UnexpectedStatus(status)
  return { status, value: body as Value }
}

const hasAll = (body: unknown, names: readonly string[]) =>
  typeof body === 'object' && body !== null && names.every((name) => Object.hasOwn(body, name))

/**
 * Whether the server did nothing and the same call may succeed later: it had no room, or the body arrived too slowly.
 * What was sent earlier and not answered may be done.
 */
export function mayRetry(result: ApiResult<unknown>): boolean {
  return result.status === 400 && (result.body.code === 'busy' || result.body.code === 'too-slow')
}

/** The field errors of a result; empty unless fields were refused. */
export function fieldErrors(result: ApiResult<unknown> | null): FieldError[] {
  return result?.status === 400 ? (result.body.errors ?? []) : []
}
