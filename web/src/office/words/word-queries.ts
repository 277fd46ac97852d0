import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { lastSave } from '../kit/draft/leaving.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type WordPage = Value<'/api/admin/word', 'get'>
/** A message of the program, in both languages. */
export type Sentence = WordPage['items'][number]
export type WordSide = Sentence['sides'][string]

/** The lists of messages, in order. */
export const filters = ['all', 'ours', 'waiting', 'changed'] as const
export type Filter = (typeof filters)[number]
export type Place = { q: string; use: string; filter: Filter }

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** A text of a page that was clicked; path is without /zh. */
export type Pointed = { text: string; language: Language; path: string }

/** The state of the list in the query string. */
export function placeOf(search: string): Place {
  const at = new URLSearchParams(search)
  const filter = filters.find((one) => one === at.get('show')) ?? 'all'
  return { q: at.get('q') ?? '', use: at.get('use') ?? '', filter }
}

export function searchOf({ q, use, filter }: Place): string {
  const at = new URLSearchParams({
    ...(q && { q }),
    ...(use && { use }),
    ...(filter !== 'all' && { show: filter }),
  })
  return at.size > 0 ? `?${at}` : ''
}

export const wordsQuery = ({ q, use, filter }: Place) =>
  infiniteQueryOptions({
    queryKey: ['words', q, use, filter],
    meta: { shows: ['words'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/word', {
          query: { q: q || undefined, use: use || undefined, filter, after: pageParam || undefined, limit: 100 },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** Records of the office that contain the searched text; not if the search is limited to a list or a page. */
export const writtenQuery = ({ q, use, filter }: Place) =>
  queryOptions({
    queryKey: ['written', q],
    meta: { shows: ['records'] },
    queryFn: () => valueOf(() => api.get('/api/admin/written', { query: { q } })),
    enabled: q !== '' && use === '' && filter === 'all',
  })

// The maximum number of search results; more than 100 drafts are published in batches.
const most = 200

/** The name of a message's draft in the browser's storage. */
export const draftOf = (base: string) => `word:${base}`

/** All plural forms of a message. */
export const formsQuery = (base: string) =>
  queryOptions({
    queryKey: ['words', 'forms', base],
    meta: { shows: ['words'] },
    queryFn: async () => {
      await lastSave(draftOf(base))
      const page = await valueOf(() => api.get('/api/admin/word', { query: { q: base, filter: 'all', limit: most } }))
      return page.items.filter(({ key }) => baseOf(key) === base)
    },
    // Refetching would overwrite what is being typed.
    staleTime: Infinity,
    gcTime: 0,
  })

/** The messages that match a text of a page. */
export const saidQuery = ({ text, language, path }: Pointed) =>
  queryOptions({
    queryKey: ['words', 'said', text, language, path],
    queryFn: () =>
      text === '' ? { items: [] } : valueOf(() => api.get('/api/admin/word/said', { query: { text, language, path } })),
    // An open message stays open while it is edited and published.
    staleTime: Infinity,
    gcTime: 0,
  })

/** Drafts that wait to be published. */
export const waitingQuery = queryOptions({
  queryKey: ['words', 'waiting'],
  meta: { shows: ['words'] },
  queryFn: () => valueOf(() => api.get('/api/admin/word', { query: { filter: 'waiting', limit: most } })),
  gcTime: 0,
})

export const historyQuery = (key: string) =>
  queryOptions({
    queryKey: ['words', 'history', key],
    meta: { shows: ['words'] },
    queryFn: () => valueOf(() => api.get('/api/admin/word/history', { query: { key } })),
    gcTime: 0,
  })

/** The key without its plural suffix. */
export function baseOf(key: string): string {
  return key.replace(/_(one|other)$/, '')
}

/** A message in one language. Chinese never uses the singular form. */
export function sideOf({ key, sides }: Sentence, language: Language): WordSide | undefined {
  return language === 'zh' && key.endsWith('_one') ? undefined : sides[language]
}

/** The first part of a key. */
export function partOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

/** Groups messages with their plural forms, in order. */
export function formsTogether(rows: readonly Sentence[]): Sentence[][] {
  const all: Sentence[][] = []
  for (const row of rows) {
    const last = all.at(-1)
    if (last?.[0] && baseOf(last[0].key) === baseOf(row.key)) last.push(row)
    else all.push([row])
  }
  return all
}
