import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type Hall = Value<'/api/admin/hall', 'get'>['items'][number]
export type Tower = Hall['towers'][number]
export type TowerStates = Value<'/api/admin/hall/{key}/map', 'get'>['towers'][number]
export type PlaceDetail = Value<'/api/admin/position/{id}', 'get'>

export const hallsQuery = queryOptions({
  queryKey: ['halls'],
  meta: { shows: ['halls', 'money', 'runs'] },
  queryFn: () => valueOf(() => api.get('/api/admin/hall')),
})

/**
 * The state of all positions of a hall. Others may sell meanwhile, so it is refetched every half minute while shown.
 */
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

export type Placeless = Value<'/api/admin/placeless/{option}', 'get'>['items'][number]
export type PlacingPlan = Value<'/api/admin/placeless/{option}/plan', 'get'>

/** How many lamps and tablets have no position, by option. */
export const placelessQuery = queryOptions({
  queryKey: ['halls', 'placeless'],
  meta: { shows: ['halls', 'money', 'imports'] },
  queryFn: () => valueOf(() => api.get('/api/admin/placeless')),
})

/** Those of one option, longest waiting first. */
export const placelessOfQuery = (option: string) =>
  infiniteQueryOptions({
    queryKey: ['halls', 'placeless', option],
    meta: { shows: ['halls', 'money', 'imports'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/placeless/{option}', {
          params: { option },
          query: { after: pageParam || undefined, limit: 25 },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next || undefined,
  })

/** The positions that they would get. Others may sell meanwhile, so it is refetched each time it is shown. */
export const placingPlanQuery = (option: string, tower: string) =>
  queryOptions({
    queryKey: ['halls', 'placing-plan', option, tower],
    meta: { shows: ['halls', 'money'] },
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/placeless/{option}/plan', { params: { option }, query: { tower: tower || undefined } }),
      ),
    staleTime: 0,
  })
