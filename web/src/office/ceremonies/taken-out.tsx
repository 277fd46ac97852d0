import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { EntryRow } from './ceremony-queries.ts'

/** Confirms that the printed piece of a withdrawn entry has been removed. */
export function TakenOut({ entry }: { entry: EntryRow }) {
  const t = useT()
  const act = useActOnce(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/entry/{id}/taken-out', { params: { id: entry.id }, idempotencyKey }),
    () => undefined,
    'ceremonies',
  )
  return (
    <div className="relative z-1 mt-2 space-y-2">
      <Button icon="check" pending={act.pending} onClick={() => void act.send(null)}>
        {t('ceremonies.taken-out')}
      </Button>
      <ActState act={act} />
    </div>
  )
}
