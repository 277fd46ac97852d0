/** The body of a refused or failed call. `title` is a sentence in the visitor's language. */
export type ApiFailure = {
  code: string
  title: string
  /** A number where the contract names one: 44062 = an item of the cart changed. */
  type?: number
  /** What the sentence says; with the code it can be said in the other language. */
  params?: Record<string, string | number>
  errors?: FieldError[]
  /** Seconds until it is worth trying again. */
  retryAfter?: number
}

/** `field` is a path into what was sent: items[0].form.people[1].name */
export type FieldError = { field: string; code: string; title: string; params?: Record<string, string | number> }

/** The one mapping of statuses to results; whatever else arrives is thrown as {@link UnexpectedStatus}. */
export type ApiResult<Value> =
  | { status: 200; value: Value }
  | { status: 400 | 500; body: ApiFailure }
  | { status: 401 | 403 | 404 }

/** A definite answer that is no success. */
export type Refusal = Exclude<ApiResult<unknown>, { status: 200 }>

/** An answer that the contract does not know; status 0 stands for no answer at all. */
export class UnexpectedStatus extends Error {
  readonly status: number
  /** The server lost its database in the very moment of writing: what was asked for may have been done. */
  readonly unsure: boolean
  /** Seconds until it is worth trying again, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, cause?: unknown, unsure = false, retryAfter?: number) {
    super(status ? `unexpected response status ${status}` : 'no response', { cause })
    this.name = 'UnexpectedStatus'
    this.status = status
    this.unsure = unsure
    this.retryAfter = retryAfter
  }
}

/** The seconds of a Retry-After, which may name a moment in their place. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Turns status and body text into a result; a success whose body has not all of `names` is no answer of this program. */
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

/** The refused fields of a result, none unless it was refused for them. */
export function fieldErrors(result: ApiResult<unknown> | null): FieldError[] {
  return result?.status === 400 ? (result.body.errors ?? []) : []
}
