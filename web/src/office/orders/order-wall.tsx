import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { Card } from '../kit/layout/card.tsx'
import { guarded, valueOf } from '../kit/session/session-gate.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

const wallQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id, 'wall'],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/invoice/{id}/wall', { params: { id } })),
  })

/**
 * Adds an order's names to the merit wall or removes them, when the giver asks; renders nothing if no form asked for it
 * or there is no wall.
 */
export function OrderWall({ id }: { id: string }) {
  const t = useT()
  const { data } = useQuery(wallQuery(id))
  const act = useActOnce(
    (body: { itemId: string; listed: boolean }, idempotencyKey) =>
      guarded(() => api.put('/api/admin/invoice/{id}/wall', { params: { id }, body, idempotencyKey })),
    (_, { listed }) => toast({ text: listed ? 'wall.choice-saved-on' : 'wall.choice-saved-off', type: 'success' }),
    'money',
  )
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('common.wall-title')}>
      <p className="text-ink-2">{t('orders.office-text')}</p>
      {data.items.map((item) => (
        <Checkbox
          key={item.id}
          label={t('wall.choice', { names: item.names.join(t('wall.comma')) })}
          hint={[item.title, !item.asked && t('wall.not-asked')].filter(Boolean).join(' · ')}
          checked={item.listed}
          disabled={act.pending}
          onChange={({ target }) => void act.send({ itemId: item.id, listed: target.checked })}
        />
      ))}
      <ActState act={act} />
    </Card>
  )
}
