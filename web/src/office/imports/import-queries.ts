import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { components } from '../../api/schema'
import { api } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

type Schemas = components['schemas']

export type Import = Schemas['ImportsImportView']
export type ImportRow = Schemas['ImportsImportRow']
export type Answered = Schemas['ImportsImportAnswered']
export type Columns = NonNullable<Import['columns']>
export type Problem = ImportRow['problems'][number]
export type Answer = Schemas['AnswerImportInBody']['answer']

/** The kinds of lists that can be imported. */
export const kinds = ['members', 'lamps', 'orders'] as const
export type Kind = (typeof kinds)[number]

/** The classes of rows, in the order of the tiles. */
export const classes = ['ready', 'decide', 'unreadable', 'known'] as const
export type Class = (typeof classes)[number]

/** Which rows are listed: those that need a decision, all, or one class. */
export type Shown = 'look' | 'all' | Class | 'made' | 'kept'
const lists: readonly Shown[] = ['look', 'all', ...classes]

export function shownOf(search: string): Shown {
  const asked = new URLSearchParams(search).get('rows')
  return lists.find((one) => one === asked) ?? 'look'
}

export function searchOf(shown: Shown): string {
  return shown === 'look' ? '' : `?rows=${shown}`
}

/** Whether a job is working on the import, so that it should be polled. */
export function isBusy({ state }: Pick<Import, 'state'>): boolean {
  return ['reading', 'importing', 'undoing'].includes(state)
}

/** The imports, by page. */
export const importsQuery = infiniteQueryOptions({
  ...keyedQuery('/api/admin/import', { part: 'rows' }, 'imports'),
  refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.items.some(isBusy)) ? 1000 : 60_000),
})

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    meta: { shows: ['imports'] },
    queryFn: () => valueOf(() => api.get('/api/admin/import/{id}', { params: { id } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? 700 : 15_000),
  })

/**
 * The rows of a class. They are not refetched while the user decides: a decided row stays until the list is loaded
 * again.
 */
export const rowsQuery = (id: string, shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', shown],
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/import/{id}/row', {
          params: { id },
          query: { rows: shown, after: pageParam || undefined },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** The row with a number, for comparing two rows. */
export const rowQuery = (id: string, row: number) =>
  queryOptions({
    queryKey: ['imports', id, 'row', row],
    queryFn: async () => {
      const query = { rows: 'all', after: String(row - 1) } as const
      const page = await valueOf(() => api.get('/api/admin/import/{id}/row', { params: { id }, query }))
      return page.items.find((one) => one.row === row) ?? null
    },
    staleTime: 0,
  })

/** Updates a decided row, and others changed by its answer, in the cached lists. */
export function putRows(client: QueryClient, id: string, { row, others }: Answered): void {
  const now = new Map([row, ...others].map((one) => [one.id, one]))
  client.setQueriesData<InfiniteData<{ items: ImportRow[]; next?: string }>>(
    { queryKey: ['imports', id, 'rows'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map((one) => now.get(one.id) ?? one) })),
      },
  )
}
