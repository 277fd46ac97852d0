import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'

export type LateRow = NonNullable<Value<'/api/admin/late', 'get'>['items']>[number]
export type Late = Value<'/api/admin/late/{kind}/{id}', 'get'>

/** Undecided late money, by page; refetched every minute. */
export const lateQuery = { ...keyedQuery('/api/admin/late', {}, 'money'), refetchInterval: 60_000 }

/** The last part of a page's path: kind and id of the late money. */
export function lateId({ kind, id }: Pick<LateRow, 'kind' | 'id'>): string {
  return `${kind}-${id}`
}

export const lateOneQuery = (address: string, locale: Locale) =>
  queryOptions({
    queryKey: ['late-one', address, locale],
    meta: { shows: ['money'] },
    queryFn: () => {
      const cut = address.indexOf('-')
      // The server refuses an unknown kind as it does an unknown id.
      const params = { kind: address.slice(0, cut) as LateRow['kind'], id: address.slice(cut + 1) }
      return valueOf(() => api.get('/api/admin/late/{kind}/{id}', { params }))
    },
  })
