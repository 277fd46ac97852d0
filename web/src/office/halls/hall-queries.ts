import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session-gate.ts'

export type Hall = Value<'/api/admin/hall', 'get'>['items'][number]
export type Tower = Hall['towers'][number]
export type TowerStates = Value<'/api/admin/hall/{key}/map', 'get'>['towers'][number]
export type PlaceDetail = Value<'/api/admin/position/{id}', 'get'>

export const hallsQuery = queryOptions({
  queryKey: ['halls'],
  meta: { shows: ['halls', 'money', 'runs'] },
  queryFn: () => valueOf(() => api.get('/api/admin/hall')),
})

/** How all places of a hall stand. Others sell meanwhile: it is asked for anew every half minute while it is shown. */
export const mapQuery = (key: string) =>
  queryOptions({
    queryKey: ['halls', 'map', key],
    meta: { shows: ['halls', 'money', 'runs'] },
    queryFn: () => valueOf(() => api.get('/api/admin/hall/{key}/map', { params: { key } })),
    refetchInterval: 30_000,
  })

export type Spot = { tower: string; row: number; unit: number }

export const placeQuery = (key: string, { tower, row, unit }: Spot) =>
  queryOptions({
    queryKey: ['halls', 'place', key, tower, row, unit],
    meta: { shows: ['halls', 'money', 'runs'] },
    queryFn: () =>
      valueOf(() => api.get('/api/admin/hall/{key}/place', { params: { key }, query: { tower, row, unit } })),
    placeholderData: keepPreviousData,
  })

export const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['halls', 'found', q],
    meta: { shows: ['halls', 'money', 'runs'] },
    queryFn: () => valueOf(() => api.get('/api/admin/position', { query: { q } })),
    enabled: q !== '',
  })

export const soldForQuery = queryOptions({
  queryKey: ['halls', 'options'],
  meta: { shows: ['halls', 'money', 'runs'] },
  queryFn: () => valueOf(() => api.get('/api/admin/hall-option')),
})

export const kiosksQuery = queryOptions({
  queryKey: ['halls', 'kiosks'],
  meta: { shows: ['halls'] },
  queryFn: () => valueOf(() => api.get('/api/admin/kiosk')),
})
