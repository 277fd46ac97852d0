import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Body, type Value } from '../../api/client.ts'
import { guarded, valueOf } from '../kit/session/session-gate.ts'
import { signs as zodiac } from '../../domain/form/zodiac.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

export type Ceremony = Value<'/api/admin/ceremony/{id}', 'get'>
export type Entry = Value<'/api/admin/entry/{id}', 'get'>
export type EntryRow = Value<'/api/admin/ceremony/{id}/entry', 'get'>['items'][number]
export type EntryText = EntryRow['text']
export type EntryPerson = NonNullable<EntryText['people']>[number]
export type EntryMark = EntryRow['marks'][number]
export type CeremonyBody = Body<'/api/admin/ceremony', 'post'>
export type DoneBody = Body<'/api/admin/ceremony/{id}/done', 'post'>
export type SourceOfferings = Value<'/api/admin/ceremony/source', 'get'>
/** The user's rights besides viewing: changing the list; opening orders. */
export type May = { keep: boolean; orders: boolean }

export const whiches = ['now', 'closed', 'done', 'all'] as const
export type Which = (typeof whiches)[number]

export const ceremoniesQuery = (which: Which) => ({
  ...keyedQuery('/api/admin/ceremony', { which }, 'ceremonies', 'money', 'halls', 'runs'),
  refetchInterval: 60_000,
})

/** A ceremony; polled while its list is being filled. */
export const ceremonyQuery = (id: string) =>
  queryOptions({
    queryKey: ['ceremonies', 'one', id],
    meta: { shows: ['ceremonies', 'money', 'halls', 'runs'] },
    queryFn: () => valueOf(() => api.get('/api/admin/ceremony/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data?.filling ? 1500 : 60_000),
  })

export const toRefundQuery = keyedQuery('/api/admin/ceremony/refund', {}, 'ceremonies', 'money', 'halls', 'runs')

/** Finds a name on the lists of all ceremonies. */
export const findQuery = (q: string) => keyedQuery('/api/admin/ceremony/find', { q }, 'ceremonies', 'money')

export const sourcesQuery = queryOptions({
  queryKey: ['ceremonies', 'sources'],
  queryFn: () => valueOf(() => api.get('/api/admin/ceremony/source')),
  staleTime: 60_000,
})

export const listStates = [
  'all',
  'look',
  'collected',
  'checked',
  'printed',
  'again',
  'done',
  'late',
  'take-out',
  'unpaid',
  'withdrawn',
] as const
export type ListState = (typeof listStates)[number]
export const sorts = ['number', 'place', 'sponsor'] as const
export type Sort = (typeof sorts)[number]

/** The zodiac signs in order; the last is for persons without a birth date. */
export const signs = [...zodiac, 'unknown'] as const
export type Sign = (typeof signs)[number]

/** Whether names in this state can be filtered by sign. */
export const bySign = (state: ListState) => ['all', 'collected', 'checked', 'printed', 'done'].includes(state)

/** Which names of a list are shown, from the URL. */
export type ListPlace = { state: ListState; q: string; sitting: number; mark: string; sort: Sort; sign: Sign | '' }

export function placeOf(search: string): ListPlace {
  const said = new URLSearchParams(search)
  const sitting = Number(said.get('sitting'))
  return {
    state: listStates.find((one) => one === said.get('state')) ?? 'all',
    q: said.get('q') ?? '',
    sitting: Number.isInteger(sitting) && sitting > 0 && sitting < 100 ? sitting : 0,
    mark: said.get('mark') ?? '',
    sort: sorts.find((one) => one === said.get('sort')) ?? 'number',
    sign: signs.find((one) => one === said.get('sign')) ?? '',
  }
}

/** The query string of a list's filters; '' for the whole list. */
export function searchOf(
  { state, q, sitting, mark, sort, sign }: ListPlace,
  more: Record<string, string> = {},
): string {
  const said = new URLSearchParams({
    ...(state !== 'all' && { state }),
    ...(q && { q }),
    ...(sitting > 0 && { sitting: String(sitting) }),
    ...(mark && { mark }),
    ...(sort !== 'number' && { sort }),
    ...(sign && { sign }),
    ...more,
  }).toString()
  return said && `?${said}`
}

const pageOf = (id: string, { state, q, sitting, mark, sort, sign }: ListPlace, after: string, limit: number) =>
  valueOf(() =>
    api.get('/api/admin/ceremony/{id}/entry', {
      params: { id },
      query: {
        state,
        sort,
        limit,
        q: q || undefined,
        sitting: sitting || undefined,
        mark: mark || undefined,
        sign: sign || undefined,
        after: after || undefined,
      },
    }),
  )

export const entriesQuery = (id: string, place: ListPlace) =>
  infiniteQueryOptions({
    queryKey: ['ceremonies', 'entries', id, place],
    meta: { shows: ['ceremonies', 'money', 'halls', 'runs'] },
    queryFn: ({ pageParam }) => pageOf(id, place, pageParam, 25),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** The names that a user checks one by one, in the order at the start, so that Back works. */
export const queueQuery = (id: string, place: ListPlace) =>
  infiniteQueryOptions({
    queryKey: ['ceremony-queue', id, place],
    queryFn: ({ pageParam }) => pageOf(id, place, pageParam, 50),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    gcTime: 0,
  })

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['ceremonies', 'entry', id],
    meta: { shows: ['ceremonies', 'money', 'halls', 'runs'] },
    queryFn: () => valueOf(() => api.get('/api/admin/entry/{id}', { params: { id } })),
  })

/** A preview of an entry in print, with `text` instead of the saved text. */
export const lookQuery = (id: string, revision: number, text?: EntryText) =>
  queryOptions({
    queryKey: ['ceremony-look', id, revision, text ?? null],
    queryFn: async () => {
      const result = await guarded(() => api.post('/api/admin/entry/{id}/look', { params: { id }, body: { text } }))
      return result.status === 200 ? result.value : null
    },
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 60_000,
  })

/** A preview of what marking as done would do; no answer while nothing can be marked. */
export const doneLookQuery = (id: string, body: DoneBody) =>
  queryOptions({
    queryKey: ['ceremonies', 'done-look', id, body],
    meta: { shows: ['ceremonies', 'runs'] },
    queryFn: () => guarded(() => api.post('/api/admin/ceremony/{id}/done-look', { params: { id }, body })),
    placeholderData: keepPreviousData,
  })

/** The halls in which a sitting can be held. */
export const hallChoicesQuery = queryOptions({
  queryKey: ['halls'],
  meta: { shows: ['halls', 'money', 'runs'] },
  queryFn: () => valueOf(() => api.get('/api/admin/hall')),
})
