import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { components } from '../../api/schema'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

type Schemas = components['schemas']

export type Run = Schemas['PrintRunView']
export type RunDraft = Schemas['PrintRunDraft']
export type RunLook = Schemas['PrintRunLook']
export type LeftOut = RunLook['leftOut'][number]
export type Piece = Value<'/api/admin/run/{id}/piece', 'get'>['items'][number]
export type RunKind = RunDraft['kind']

/** The kinds of runs of a ceremony's list, in the order in which they are offered. */
export const runKinds = ['tablet', 'label', 'petition', 'list'] as const satisfies readonly RunKind[]

/** What may have become of a piece, what somebody has to act on first. */
export const outcomes = [
  'withdrawn',
  'stale',
  'spoiled',
  'waiting',
  'blank',
  'good',
  'replaced',
  'dropped',
] as const satisfies readonly (keyof Run['counts'])[]
export type Outcome = (typeof outcomes)[number]

/** Whether a job has the run in hand, so that it is looked at again soon. */
export const isBusy = ({ state }: Pick<Run, 'state'>) => state === 'queued' || state === 'running'

/** How a run is told: a list has nothing to confirm, and one that nobody draws stands still. */
export function stateOf(run: Run) {
  if (run.stuck) return 'stuck'
  return run.state === 'ready' && run.kind === 'list' ? 'ready-list' : run.state
}

/** Runs, the newest first. */
export const runsQuery = infiniteQueryOptions({
  ...keyedQuery('/api/admin/run', {}, 'runs', 'ceremonies'),
  refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.items.some(isBusy)) ? 1000 : 60_000),
})

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id],
    meta: { shows: ['runs', 'ceremonies'] },
    queryFn: () => valueOf(() => api.get('/api/admin/run/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? 700 : 30_000),
  })

/** The pieces of a run of which the same became. */
export const piecesQuery = (id: string, outcome: Outcome | 'all') =>
  infiniteQueryOptions({
    queryKey: ['runs', id, 'pieces', outcome],
    meta: { shows: ['runs', 'ceremonies'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/run/{id}/piece', {
          params: { id },
          query: { outcome, after: Number(pageParam) || undefined },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** What a run would print. The names may change meanwhile: it is asked for anew whenever it is shown. */
export const lookQuery = (draft: RunDraft) =>
  queryOptions({
    queryKey: ['run-look', draft],
    queryFn: () => valueOf(() => api.post('/api/admin/run/look', { body: draft })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Ceremonies that may be printed for: those ahead and those that are closed. */
export const listsQuery = queryOptions({
  queryKey: ['runs', 'lists'],
  queryFn: async () => {
    const ahead = await valueOf(() => api.get('/api/admin/ceremony', { query: { which: 'now', limit: 100 } }))
    const closed = await valueOf(() => api.get('/api/admin/ceremony', { query: { which: 'closed', limit: 100 } }))
    const known = new Set(ahead.items.map(({ id }) => id))
    return [...ahead.items, ...closed.items.filter(({ id }) => !known.has(id))]
  },
})

/** One ceremony, where it is not among those that may be printed for any more. */
export const listQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'list', id],
    queryFn: () => valueOf(() => api.get('/api/admin/ceremony/{id}', { params: { id } })),
    enabled: id !== '',
  })

export type Ceremony = Value<'/api/admin/ceremony/{id}', 'get'>

/** Halls, whose lamps have labels. */
export const hallSourcesQuery = queryOptions({
  queryKey: ['runs', 'halls'],
  queryFn: () => valueOf(() => api.get('/api/admin/hall')),
})

export type HallSource = Value<'/api/admin/hall', 'get'>['items'][number]
