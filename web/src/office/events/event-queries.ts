import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session-gate.ts'

export type EventList = Value<'/api/admin/event', 'get'>
export type EventLine = EventList['items'][number]
export type OfficeEvent = Value<'/api/admin/event/{id}', 'get'>
export type Rule = OfficeEvent['rule']
export type Session = Rule['sessions'][number]
export type Exception = NonNullable<Rule['exceptions']>[number]
export type Preview = OfficeEvent['preview']
export type PreviewDate = Preview['next'][number]
export type Kind = Rule['kind']

/** The kinds of rules, in the order of their cards. */
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
  meta: { shows: ['events'] },
  queryFn: () => valueOf(() => api.get('/api/admin/event')),
})

/** One event. What is typed stays on the screen, so it is not fetched anew by itself. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: () => valueOf(() => api.get('/api/admin/event/{id}', { params: { id } })),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  })

/** The dates of a rule that is not saved; those before stand until they are there. */
export const previewQuery = (event: OfficeEvent, rule: Rule) =>
  queryOptions({
    queryKey: ['event-preview', event.id, JSON.stringify(rule)],
    queryFn: () =>
      valueOf(() => api.post('/api/admin/event/preview', { body: { id: event.id, place: event.place, rule } })),
    placeholderData: keepPreviousData,
    retry: false,
  })
