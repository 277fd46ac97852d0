import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { EntryRow } from './ceremony-queries.ts'

const decisions = ['in', 'next', 'cannot'] as const

/** Actions for an order that came after closing, one click each; the devotee is notified. */
export function LateActs({ entry }: { entry: EntryRow }) {
  const t = useT()
  const act = useActOnce(
    (decision: (typeof decisions)[number], idempotencyKey) =>
      api.post('/api/admin/entry/{id}/late', { params: { id: entry.id }, body: { decision }, idempotencyKey }),
    () => toast({ text: 'ceremonies.late-decided', type: 'success' }),
    'ceremonies',
  )
  return (
    <div className="relative z-1 mt-2 space-y-2">
      <p className="flex flex-wrap gap-2" role="group" aria-label={t('ceremonies.late-ask')}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            kind={decision === 'cannot' ? 'danger' : 'plain'}
            pending={act.pending}
            onClick={() => void act.send(decision)}
          >
            {t(`ceremonies.late-${decision}`)}
          </Button>
        ))}
      </p>
      <ActState act={act} />
    </div>
  )
}
