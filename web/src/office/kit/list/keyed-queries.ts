import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, type CallOptions, type PathOf, type Value } from '../../../api/client.ts'
import type { ApiResult } from '../../../api/result.ts'
import type { Subject } from '../query/refresh.ts'
import { valueOf } from '../session/session-gate.ts'

/** The calls whose answer is a page of a list that goes by key, without an id in their path. */
export type ListPath = {
  [P in PathOf<'get'>]: P extends `${string}{${string}`
    ? never
    : Value<P, 'get'> extends { items?: unknown[] | null; next?: string }
      ? P
      : never
}[PathOf<'get'>]

type Page<P extends ListPath> = Value<P, 'get'> & { next?: string }
type Narrowed<P extends ListPath> = Omit<NonNullable<CallOptions<P, 'get'>['query']>, 'after' | 'limit'>

/** A list, a page at a time by key; `narrowed` is asked of each page. While another one is fetched, the last one stays. */
export function keyedQuery<P extends ListPath>(path: P, narrowed: Narrowed<P>, ...shows: readonly Subject[]) {
  // The path decides what the call takes and gives; within the function it may be any of them.
  const get = api.get as unknown as (path: P, options: { query: object }) => Promise<ApiResult<Page<P>>>
  return infiniteQueryOptions({
    queryKey: [path, narrowed],
    meta: { shows },
    queryFn: ({ pageParam }) => valueOf(() => get(path, { query: { ...narrowed, after: pageParam || undefined } })),
    initialPageParam: '',
    getNextPageParam: (page: Page<P>) => (page as { next?: string }).next || undefined,
    placeholderData: keepPreviousData,
  })
}
