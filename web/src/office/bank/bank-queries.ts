import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { components } from '../../api/schema'
import { api } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

type Schemas = components['schemas']

export type Statement = Schemas['BankStatement']
export type Line = Schemas['BankLine']
export type Candidate = Schemas['BankCandidate']
export type Columns = NonNullable<Statement['columns']>

/** The match groups of bank lines, in the order in which they are processed. */
export const tabs = ['certain', 'likely', 'several', 'none', 'matched', 'ignored', 'resolved', 'debit'] as const
export type Tab = (typeof tabs)[number]

/** Whether a job is working on the statement, so that it should be polled. */
export function isBusy(statement: Pick<Statement, 'state'>): boolean {
  return ['reading', 'approving', 'undoing'].includes(statement.state)
}

/** The bank statements, by page. */
export const statementsQuery = infiniteQueryOptions({
  ...keyedQuery('/api/admin/bank/statement', { part: 'rows' }, 'money'),
  refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.items.some(isBusy)) ? 1000 : 60_000),
})

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['bank', 'statement', id],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/bank/statement/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? 700 : 10_000),
  })

/**
 * The lines of a match group. `at` is a part of the key that changes when the lines may have changed, so that they are
 * fetched again.
 */
export const linesQuery = (id: string, tab: Tab, at: string) =>
  infiniteQueryOptions({
    queryKey: ['bank', 'lines', id, tab, at],
    meta: { shows: ['money'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/bank/statement/{id}/line', {
          params: { id },
          query: { tab, after: pageParam || undefined },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** Orders to choose from, matching the typed text; suggestions if it is empty. */
export const candidatesQuery = (lineId: string, q: string) =>
  queryOptions({
    queryKey: ['bank', 'candidates', lineId, q],
    meta: { shows: ['money'] },
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/bank/line/{id}/candidate', { params: { id: lineId }, query: { q: q || undefined } }),
      ),
    placeholderData: keepPreviousData,
  })

/** The rules for recurring lines. */
export const rulesQuery = queryOptions({
  queryKey: ['bank', 'rules'],
  meta: { shows: ['money'] },
  queryFn: () => valueOf(() => api.get('/api/admin/bank/rule')),
})
