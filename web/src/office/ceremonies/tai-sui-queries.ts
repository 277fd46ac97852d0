import { queryOptions } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { valueOf } from '../kit/session/session-gate.ts'

export type TaiSuiTable = Value<'/api/admin/tai-sui', 'get'>['items'][number]

/** Which signs meet Tai Sui, by year. */
export const taiSuiQuery = queryOptions({
  queryKey: ['ceremonies', 'tai-sui'],
  meta: { shows: ['ceremonies'] },
  queryFn: () => valueOf(() => api.get('/api/admin/tai-sui')),
})
