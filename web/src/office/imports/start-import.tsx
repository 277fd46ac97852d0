import { api } from '../../api/client.ts'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Import } from './import-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Shows what will be written and what left out, and starts writing. */
export function StartImport({ one, onClose }: { one: Import; onClose: () => void }) {
  const t = useT()
  // The counts at the start are kept, even if a colleague answers meanwhile.
  const [{ ready, decide, unreadable }] = useState(one.counts)
  const out = decide + unreadable
  const act = useActOnce(
    (body: { ready: number }, idempotencyKey) =>
      api.post('/api/admin/import/{id}/start', { params: { id: one.id }, body, idempotencyKey }),
    onClose,
    'imports',
  )
  return (
    <div className="space-y-4">
      <p>{t(`imports.start-text-${one.kind}`, { count: ready, shown: thousands(ready) })}</p>
      {out > 0 && <p>{t('imports.start-out', { count: out, shown: thousands(out) })}</p>}
      <DialogButtons
        label={t('imports.start', { count: ready, shown: thousands(ready) })}
        icon="check"
        act={act}
        onPress={() => void act.send({ ready })}
        onClose={onClose}
      />
    </div>
  )
}
