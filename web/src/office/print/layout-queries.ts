import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { svgSource } from '../kit/print/svg-source.ts'
import { guarded, valueOf } from '../kit/session/session-gate.ts'

/** Every layout, and the variables of petitions. */
export type Layouts = Value<'/api/admin/layout', 'get'>
export type Layout = Layouts['items'][number]
export type LayoutKind = Layout['kind']
export type LayoutParams = Layout['params']
/** A layout as typed. */
export type LayoutDraft = Pick<Layout, 'kind' | 'name' | 'sheet' | 'params'>
export type Script = 'hans' | 'hant'

export const kinds = ['tablet', 'label', 'petition'] as const satisfies readonly LayoutKind[]

/** The sheet formats of each kind, the usual one first; each has a message `print.sheet-…`. */
export const sheetsOf: Record<LayoutKind, readonly string[]> = {
  tablet: ['A4-2', 'A4-1', 'A4-5', 'A4-10'],
  label: ['L7160', 'L7163', 'L7159', 'L7165', 'L7651'],
  petition: ['A4-landscape', 'A3-landscape'],
}

export const layoutsQuery = queryOptions({
  queryKey: ['layouts'],
  meta: { shows: ['layouts'] },
  queryFn: () => valueOf(() => api.get('/api/admin/layout')),
})

export const layoutHistoryQuery = (key: string) =>
  queryOptions({
    queryKey: ['layouts', key, 'versions'],
    meta: { shows: ['layouts'] },
    queryFn: () => valueOf(() => api.get('/api/admin/layout/{key}/version', { params: { key } })),
  })

/**
 * The preview picture of a layout's page, as the `src` of an image. The previous one stays while another is rendered.
 */
export function useLayoutLook(draft: LayoutDraft, script: Script) {
  const body = { ...draft, script }
  return useQuery({
    queryKey: ['layout-look', body],
    queryFn: async () => {
      const result = await guarded(() => api.post('/api/admin/layout/look', { body }))
      return result?.status === 200 ? svgSource(result.value.picture) : null
    },
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 60_000,
  })
}

/** A new layout of a kind. */
export function newLayout(kind: LayoutKind): LayoutDraft {
  return {
    kind,
    name: '',
    sheet: sheetsOf[kind][0] ?? '',
    params: {
      ground: 'full',
      tint: 'yellow',
      living: 'red',
      dates: true,
      longevity: false,
      note: true,
      offsetX: 0,
      offsetY: 0,
      ...(kind === 'petition' && { title: '', text: '' }),
    },
  }
}
