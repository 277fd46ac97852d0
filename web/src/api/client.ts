import type { paths } from './schema'
import { exchange, twice, untilKnown } from './exchange.ts'
import { resultOf, UnexpectedStatus, type ApiResult } from './result.ts'

type Method = 'get' | 'post' | 'put' | 'delete'
type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : unknown
type Operation<P, M extends Method> = P extends keyof paths
  ? paths[P] extends Record<M, infer Found>
    ? Found
    : never
  : never

/** What a 200 of the call carries; unknown for a path that the schema does not have. */
export type Value<P, M extends Method> = [Operation<P, M>] extends [never]
  ? unknown
  : Operation<P, M> extends { responses: { 200: infer Ok } }
    ? Json<Ok>
    : unknown

/** What the call sends. */
export type Body<P, M extends Method> = [Operation<P, M>] extends [never]
  ? unknown
  : Operation<P, M> extends { requestBody?: infer Sent }
    ? Json<NonNullable<Sent>>
    : undefined

/** A path of the schema, or any other. */
type Path<M extends Method> =
  | { [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never }[keyof paths]
  | (string & {})

export type CallOptions<Sent = unknown> = {
  body?: Sent
  /** Values for the {names} of the path. */
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  /** The same key again is the same wish again: the server does it once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Calls the site's API: same origin, credentials, JSON, the page's language, 60 s, and one more try for GET alone.
 * A call with an idempotency key of which the server does not know whether it was carried out is sent again, for about a
 * minute: the same key is answered with what was done, or does it then.
 * Gives the result for the statuses of the contract and throws {@link UnexpectedStatus} for all else.
 */
export const api = {
  get: <P extends Path<'get'>>(path: P, options?: CallOptions<never>): Promise<ApiResult<Value<P, 'get'>>> =>
    twice(() => call('GET', path, options), options?.signal),
  post: <P extends Path<'post'>>(
    path: P,
    options?: CallOptions<Body<P, 'post'>>,
  ): Promise<ApiResult<Value<P, 'post'>>> => call('POST', path, options),
  put: <P extends Path<'put'>>(path: P, options?: CallOptions<Body<P, 'put'>>): Promise<ApiResult<Value<P, 'put'>>> =>
    call('PUT', path, options),
  delete: <P extends Path<'delete'>>(
    path: P,
    options?: CallOptions<Body<P, 'delete'>>,
  ): Promise<ApiResult<Value<P, 'delete'>>> => call('DELETE', path, options),
}

/** A fresh key for {@link CallOptions.idempotencyKey}; works without https too. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address of a call, with the language of the page it is made from. */
export function callUrl(path: string, options: Pick<CallOptions, 'params' | 'query'> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.params?.[name] ?? ''))
  const query = new URLSearchParams({ locale: document.documentElement.lang.startsWith('zh') ? 'zh' : 'en' })
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  return `${filled}?${query}`
}

async function call<Result>(method: string, path: string, options: CallOptions = {}): Promise<ApiResult<Result>> {
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
  const once = () =>
    exchange(callUrl(path, options), init, async (response) => resultOf<Result>(response.status, await response.text()))
  try {
    return await (options.idempotencyKey ? untilKnown(once, options.signal) : once())
  } catch (error) {
    throw error instanceof UnexpectedStatus ? error : new UnexpectedStatus(0, error)
  }
}
