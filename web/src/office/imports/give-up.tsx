import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Asks whether to delete an import that has written nothing, with its rows. */
export function GiveUp({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const [, navigate] = useLocation()
  const act = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/import/{id}/give-up', { params: { id }, idempotencyKey }),
    () => navigate('/imports'),
    'imports',
  )
  return (
    <div className="space-y-4">
      <p>{t('imports.give-up-text')}</p>
      <DialogButtons
        label={t('imports.give-up')}
        back={t('office.keep')}
        kind="danger"
        act={act}
        onPress={() => void act.send(null)}
        onClose={onClose}
      />
    </div>
  )
}
