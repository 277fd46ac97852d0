import type { paths } from './schema'
import { fetchWithTimeout, twice, untilKnown } from './fetch-with-timeout.ts'
import { resultOf, UnexpectedStatus, type ApiResult } from './result.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : undefined

/** The paths of the contract that can be called by a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never
}[keyof paths]
type Operation<P extends keyof paths, M extends Method> = paths[P][M]

/** What a 200 of the call carries. */
export type Value<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: infer Ok } } ? Json<Ok> : never

/** What the call sends. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Sent } ? Json<NonNullable<Sent>> : undefined

type Parameters<P extends keyof paths, M extends Method, Place extends 'path' | 'query'> =
  Operation<P, M> extends { parameters: { [K in Place]?: infer Found } } ? Extract<Found, object> : never
// Every call tells the page's language by itself.
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
  /** The same key again is the same attempt again: the server does it once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** What a call takes: values for the {names} of its path, its query, its body. */
export type CallOptions<P extends keyof paths, M extends Method> = Settings &
  Params<P, M> &
  Query<P, M> &
  (Operation<P, M> extends { requestBody: unknown } ? { body: Body<P, M> } : { body?: Body<P, M> })

type Given<Options> = object extends Options ? [options?: Options] : [options: Options]
type Said = string | number | boolean | undefined
type Loose = Settings & { params?: object; query?: object; body?: unknown }

let promised: Readonly<Record<string, string>> = {}

/**
 * From now on the answer to a GET must have the names that stand beside its path, apart by blanks; any other is an
 * {@link UnexpectedStatus}, as a page of HTML is. The office says so, whose pages stay open while the program is renewed.
 */
export function expectAnswers(names: typeof promised): void {
  promised = names
}

/**
 * Calls the site's API: same origin, credentials, JSON, the page's language, 60 s, and one more try for GET alone, at the
 * time that a busy server names.
 * A call with an idempotency key of which the server does not know whether it was carried out is sent again, for about a
 * minute: the same key is answered with what was done, or does it then.
 * Gives the result for the statuses of the contract and throws {@link UnexpectedStatus} for all else.
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

/** A fresh key for {@link CallOptions.idempotencyKey}; works without https too. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address of a call that is sent by other means, with the language of the page it is made from. */
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
    throw error instanceof UnexpectedStatus ? error : new UnexpectedStatus(0, error)
  }
}
