import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useAct } from '../kit/act/use-act.ts'

/** Asks whether an import that has written nothing goes, with its rows. */
export function GiveUp({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const [, navigate] = useLocation()
  const act = useAct(
    (_: null, idempotencyKey) => api.post('/api/admin/import/{id}/give-up', { params: { id }, idempotencyKey }),
    () => navigate('/imports'),
    'imports',
  )
  return (
    <div className="space-y-4">
      <p>{t('imports.give-up-text')}</p>
      <ActState act={act} />
      <div className="flex flex-wrap justify-end gap-3">
        {!act.unsent && <Button onClick={onClose}>{t('imports.give-up-not')}</Button>}
        <Button kind="danger" pending={act.pending} onClick={() => void act.send(null)}>
          {t(act.unsent ? 'common.try-again' : 'imports.give-up')}
        </Button>
      </div>
    </div>
  )
}
