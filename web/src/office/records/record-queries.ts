import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { lastSave } from '../kit/draft/leaving.ts'
import { factsOf, type RecordKind } from '../kit/site/record-kinds.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type RecordList = Value<'/api/admin/record', 'get'>
export type Summary = RecordList['items'][number]
export type Detail = Value<'/api/admin/record/{id}', 'get'>
export type Check = Value<'/api/admin/record/{id}/check', 'get'>
export type Problem = Check['blocks'][number]
export type VersionRow = Value<'/api/admin/record/{id}/version', 'get'>['items'][number]

/** The kinds that are texts of the site, in tab order. */
export const textKinds = ['page', 'question', 'policy'] as const
export type TextKind = (typeof textKinds)[number]

/** The kinds of the catalogue, in tab order. */
export const catalogueKinds = ['offering', 'category'] as const

/** Whether a kind is always published in both languages together. */
export const goesTogether = (kind: string) => factsOf(kind).together === true

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

export const recordList = (kind: RecordKind) =>
  queryOptions({
    queryKey: ['records', kind],
    queryFn: () => valueOf(() => api.get('/api/admin/record', { query: { kind } })),
    meta: { shows: ['records'] },
  })

export const recordOf = (id: string) =>
  queryOptions({
    queryKey: ['record', id],
    async queryFn() {
      await lastSave(id)
      return valueOf(() => api.get('/api/admin/record/{id}', { params: { id } }))
    },
    // The editor holds the draft: refetching on focus would overwrite it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The problems and warnings of a draft; `at` is the planned time, if not now. */
export const checkOf = (id: string, rev: number, chosen: readonly Language[], at?: string) =>
  queryOptions({
    queryKey: ['record-check', id, rev, chosen, at],
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/record/{id}/check', { params: { id }, query: { languages: chosen.join(','), at } }),
      ),
    enabled: chosen.length > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

/** How often the options of an offering are used now, and the remaining stock. */
export const offeringUse = (key: string) =>
  queryOptions({
    queryKey: ['offering-use', key],
    queryFn: () => valueOf(() => api.get('/api/admin/offering/{key}', { params: { key } })),
    meta: { shows: ['places', 'records'] },
  })

export type OptionUse = Value<'/api/admin/offering/{key}', 'get'>['options'][number]

/** The versions of a record, the newest first. */
export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['record-versions', id],
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/record/{id}/version', { params: { id }, query: { before: pageParam || undefined } }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })

export const versionOf = (id: string, number: number) =>
  queryOptions({
    queryKey: ['record-versions', id, number],
    queryFn: () => valueOf(() => api.get('/api/admin/record/{id}/version/{number}', { params: { id, number } })),
    staleTime: Number.POSITIVE_INFINITY, // a version never changes
  })

/** The title of a record: in the reader's language, otherwise in the other. */
export function titleOf({ title, key }: Pick<Summary, 'title' | 'key'>, locale: Language): string {
  return title[locale] || title[locale === 'en' ? 'zh' : 'en'] || key
}

/** Whether a draft has unpublished changes. */
export const hasSomething = ({ en, zh }: Pick<Summary, 'en' | 'zh'>) =>
  [en, zh].some(({ state }) => state === 'changed' || state === 'draft')
