import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, thousands } from '../../i18n/format.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Import } from './import-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Asks whether to delete everything that an import created. */
export function TakeBack({ one, onClose }: { one: Import; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const act = useActOnce(
    (_: null, idempotencyKey) => api.post('/api/admin/import/{id}/undo', { params: { id: one.id }, idempotencyKey }),
    onClose,
    'imports',
  )
  return (
    <div className="space-y-4">
      <p>{t(`imports.undo-text-${one.kind}`, { count: one.made, shown: thousands(one.made) })}</p>
      <p>{t(`imports.if-wrong-${one.kind}`)}</p>
      {one.undoUntil && (
        <p className="text-ink-2">{t('imports.undo-until', { day: date(locale, one.undoUntil, 'short') })}</p>
      )}
      <DialogButtons
        label={t('imports.undo')}
        back={t('office.keep')}
        kind="danger"
        icon="undo"
        act={act}
        onPress={() => void act.send(null)}
        onClose={onClose}
      />
    </div>
  )
}
