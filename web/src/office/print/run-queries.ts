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

/** The kinds of print runs for a ceremony's list, in display order. */
export const runKinds = ['tablet', 'label', 'petition', 'list'] as const satisfies readonly RunKind[]

/** The possible outcomes of a piece; those that need action come first. */
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

/** Whether a job is working on the run, so that it should be polled. */
export const isBusy = ({ state }: Pick<Run, 'state'>) => state === 'queued' || state === 'running'

/** The displayed state of a run: a list needs no confirmation, and a run without progress has stopped. */
export function stateOf(run: Run) {
  if (run.stuck) return 'stuck'
  return run.state === 'ready' && run.kind === 'list' ? 'ready-list' : run.state
}

/** Print runs, newest first. */
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

/** The pieces of a run with the same outcome. */
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

/** A preview of what a run would print. Names may change meanwhile, so it is refetched each time it is shown. */
export const lookQuery = (draft: RunDraft) =>
  queryOptions({
    queryKey: ['run-look', draft],
    queryFn: () => valueOf(() => api.post('/api/admin/run/look', { body: draft })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** The ceremonies that can be printed: upcoming and closed ones. */
export const listsQuery = queryOptions({
  queryKey: ['runs', 'lists'],
  queryFn: async () => {
    const ahead = await valueOf(() => api.get('/api/admin/ceremony', { query: { which: 'now', limit: 100 } }))
    const closed = await valueOf(() => api.get('/api/admin/ceremony', { query: { which: 'closed', limit: 100 } }))
    const known = new Set(ahead.items.map(({ id }) => id))
    return [...ahead.items, ...closed.items.filter(({ id }) => !known.has(id))]
  },
})

/** A ceremony that is no longer among those that can be printed. */
export const listQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'list', id],
    queryFn: () => valueOf(() => api.get('/api/admin/ceremony/{id}', { params: { id } })),
    enabled: id !== '',
  })

export type Ceremony = Value<'/api/admin/ceremony/{id}', 'get'>

/** The halls, whose lamps have labels. */
export const hallSourcesQuery = queryOptions({
  queryKey: ['runs', 'halls'],
  queryFn: () => valueOf(() => api.get('/api/admin/hall')),
})

export type HallSource = Value<'/api/admin/hall', 'get'>['items'][number]
