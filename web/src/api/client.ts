import type { paths } from './schema'
import { fetchWithTimeout, twice, untilKnown } from './fetch-with-timeout.ts'
import { resultOf, UnexpectedStatus, type ApiResult } from './result.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : undefined

/** The paths of the contract that a method can call. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never
}[keyof paths]
type Operation<P extends keyof paths, M extends Method> = paths[P][M]

/** The body of a 200 answer. */
export type Value<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: infer Ok } } ? Json<Ok> : never

/** The request body. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Sent } ? Json<NonNullable<Sent>> : undefined

type Parameters<P extends keyof paths, M extends Method, Place extends 'path' | 'query'> =
  Operation<P, M> extends { parameters: { [K in Place]?: infer Found } } ? Extract<Found, object> : never
// The language is added to every call.
type QueryOf<P extends keyof paths, M extends Method> = Omit<Parameters<P, M, 'query'>, 'locale'>
type Query<P extends keyof paths, M extends Method> = [Parameters<P, M, 'query'>] extends [never]
  ? { query?: undefined }
  : object extends QueryOf<P, M>
    ? { query?: QueryOf<P, M> }
    : { query: QueryOf<P, M> }
type Params<P extends keyof paths, M extends Method> = [Parameters<P, M, 'path'>] extends [never]
  ? { params?: undefined }
  : { params: Parameters<P, M, 'path'> }
type Settings = {
  /** Makes the call safe to repeat: the server executes a key only once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The options of a call: values for the {names} of its path, its query, its body. */
export type CallOptions<P extends keyof paths, M extends Method> = Settings &
  Params<P, M> &
  Query<P, M> &
  (Operation<P, M> extends { requestBody: unknown } ? { body: Body<P, M> } : { body?: Body<P, M> })

type Given<Options> = object extends Options ? [options?: Options] : [options: Options]
type Said = string | number | boolean | undefined
type Loose = Settings & { params?: object; query?: object; body?: unknown }

let promised: Readonly<Record<string, string>> = {}

/**
 * From now on, a 200 answer to a GET must have the properties listed for its path (separated by spaces); any other
 * answer throws {@link UnexpectedStatus}, as HTML does. Used by the office, whose pages stay open while the program is
 * updated.
 */
export function expectAnswers(names: typeof promised): void {
  promised = names
}

/**
 * Calls the site's API: same origin, credentials, JSON, the page's language, a timeout of 60 s. Only a GET is retried,
 * once, after the delay that a busy server names; any other call for which the server has no room is a refusal (400)
 * with the sentence that says when to try again. A call with an idempotency key is resent for about a minute while it
 * is unknown whether the server executed it. Returns the result for the contract's statuses; throws {@link
 * UnexpectedStatus} for any other.
 */
export const api = {
  get: <P extends PathOf<'get'>>(
    path: P,
    ...[options]: Given<CallOptions<P, 'get'>>
  ): Promise<ApiResult<Value<P, 'get'>>> => twice(() => call('GET', path, options), options?.signal),
  post: <P extends PathOf<'post'>>(
    path: P,
    ...[options]: Given<CallOptions<P, 'post'>>
  ): Promise<ApiResult<Value<P, 'post'>>> => call('POST', path, options),
  put: <P extends PathOf<'put'>>(
    path: P,
    ...[options]: Given<CallOptions<P, 'put'>>
  ): Promise<ApiResult<Value<P, 'put'>>> => call('PUT', path, options),
  patch: <P extends PathOf<'patch'>>(
    path: P,
    ...[options]: Given<CallOptions<P, 'patch'>>
  ): Promise<ApiResult<Value<P, 'patch'>>> => call('PATCH', path, options),
  delete: <P extends PathOf<'delete'>>(
    path: P,
    ...[options]: Given<CallOptions<P, 'delete'>>
  ): Promise<ApiResult<Value<P, 'delete'>>> => call('DELETE', path, options),
}

/** A new key for {@link CallOptions.idempotencyKey}; works without https too. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The URL of a call that is sent by other means, with the language of the current page. */
export function callUrl(path: keyof paths, options: { params?: object; query?: object } = {}): string {
  const params = new Map(Object.entries<Said>({ ...options.params }))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ''))
  const query = new URLSearchParams({ locale: document.documentElement.lang.startsWith('zh') ? 'zh' : 'en' })
  for (const [name, value] of Object.entries<Said>({ ...options.query }))
    if (value !== undefined) query.set(name, String(value))
  return `${filled}?${query}`
}

async function call<Result>(method: string, path: keyof paths, options: Loose = {}): Promise<ApiResult<Result>> {
  const init = {
    method,
    headers: {
      Accept: 'application/json',
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  }
  const names = (method === 'GET' && promised[path]?.split(' ')) || []
  const once = () =>
    fetchWithTimeout(callUrl(path, options), init, async (response) =>
      resultOf<Result>(response.status, await response.text(), response.headers.get('Retry-After'), names),
    )
  try {
    return await (options.idempotencyKey ? untilKnown(once, options.signal) : once())
  } catch (error) {
    if (method !== 'GET' && error instanceof UnexpectedStatus && error.busy) return { status: 400, body: error.busy }
    throw error instanceof UnexpectedStatus ? error : new UnexpectedStatus(0, error)
  }
}
