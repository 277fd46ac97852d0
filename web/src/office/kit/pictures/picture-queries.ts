import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../../api/client.ts'
import { valueOf } from '../session/session-gate.ts'

export type Pictures = Value<'/api/admin/picture', 'get'>
/** A library picture in a list. */
export type PictureItem = Pictures['items'][number]
/** A picture with its uses and files. */
export type PictureDetail = Value<'/api/admin/picture/{id}', 'get'>

export const shows = ['all', 'undescribed', 'unused'] as const
export type Show = (typeof shows)[number]
export const orders = ['newest', 'name'] as const
export type Order = (typeof orders)[number]

/** The filters of the library. */
export type Place = { q: string; show: Show; order: Order }
export const everything: Place = { q: '', show: 'all', order: 'newest' }

export const picturesQuery = ({ q, show, order }: Place) =>
  infiniteQueryOptions({
    queryKey: ['pictures', q, show, order],
    meta: { shows: ['pictures'] },
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/picture', {
          query: { q: q || undefined, show, order, after: pageParam || undefined, limit: 24 },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['picture', id],
    meta: { shows: ['pictures'] },
    queryFn: () => valueOf(() => api.get('/api/admin/picture/{id}', { params: { id } })),
    // Polls until the picture's sizes, made shortly after the upload, are ready.
    refetchInterval: ({ state }) => (state.data && !state.data.ready ? 2000 : false),
  })

/** The languages in which a picture has no description. */
export function lacking({ alt, decorative }: Pick<PictureItem, 'alt' | 'decorative'>): ('en' | 'zh')[] {
  if (decorative) return []
  return (['en', 'zh'] as const).filter((language) => !alt[language])
}
