import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { valueOf } from '../session/session-gate.ts'

/** What a ceremony has to print, by kind of piece. */
export const papersQuery = (id: string) =>
  queryOptions({
    queryKey: ['ceremonies', 'papers', id],
    meta: { shows: ['ceremonies', 'money', 'runs'] },
    queryFn: () => valueOf(() => api.get('/api/admin/ceremony/{id}/paper', { params: { id } })),
  })
