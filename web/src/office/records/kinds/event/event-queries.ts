import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Body, type Value } from '../../../../api/client.ts'
import { fieldErrors } from '../../../../api/result.ts'
import type { Locale } from '../../../../i18n/messages.ts'
import { guarded, Refused, valueOf } from '../../../kit/session/session-gate.ts'

export type EventList = Value<'/api/admin/event', 'get'>
export type EventLine = EventList['items'][number]
export type Rule = Body<'/api/admin/event/preview', 'post'>['rule']
export type Session = Rule['sessions'][number]
export type Exception = NonNullable<Rule['exceptions']>[number]
export type Preview = Value<'/api/admin/event/preview', 'post'>
export type PreviewDate = Preview['next'][number]
export type Kind = Rule['kind']

/** The kinds of repeat rules, in display order. */
export const kinds = [
  'dates',
  'regular',
  'lunar-monthly',
  'lunar-yearly',
  'term',
  'row',
] as const satisfies readonly Kind[]

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  meta: { shows: ['records'] },
  queryFn: () => valueOf(() => api.get('/api/admin/event')),
})

/** The dates of an unsaved rule, or its errors by field. `all` returns every date, otherwise the next twelve. */
export const previewQuery = (key: string, place: Record<Locale, string>, rule: Rule, all = false) =>
  queryOptions({
    queryKey: ['event-preview', key, place, JSON.stringify(rule), all],
    queryFn: async () => {
      const result = await guarded(() => api.post('/api/admin/event/preview', { body: { key, place, rule, all } }))
      if (result.status === 200) return { preview: result.value, wrong: [] }
      if (result.status === 400) return { preview: undefined, wrong: fieldErrors(result) }
      throw new Refused(result.status)
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The offerings to choose from for an event's day. */
export const offeringsQuery = queryOptions({
  queryKey: ['events', 'offerings'],
  queryFn: () => valueOf(() => api.get('/api/offering')),
})
