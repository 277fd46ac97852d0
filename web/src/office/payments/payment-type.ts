import type { components } from '../../api/schema'

type Schemas = components['schemas']

export type Payment = Schemas['OfficePaymentDetail']
export type QueueRow = Schemas['OfficeQueueRow']
export type Lookalike = Schemas['OfficeLookalike']

/** The lists of payments; a voided one is found through its order only. */
export const queueStatuses = ['pending', 'approved', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** Which list, found how, and where in it. Stands in the address of the list and of its payments. */
export type QueuePlace = { status: QueueStatus; q: string; page: number }

export const pageSize = 25

export function placeOf(search: string): QueuePlace {
  const query = new URLSearchParams(search)
  const status = queueStatuses.find((known) => known === query.get('status')) ?? 'pending'
  const page = Number(query.get('page'))
  return { status, q: query.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page : 1 }
}

/** The address of a place, '' for where everybody begins; with its question mark. */
export function searchOf(place: QueuePlace): string {
  const query = new URLSearchParams()
  if (place.status !== 'pending') query.set('status', place.status)
  if (place.q) query.set('q', place.q)
  if (place.page > 1) query.set('page', String(place.page))
  const text = query.toString()
  return text && `?${text}`
}
