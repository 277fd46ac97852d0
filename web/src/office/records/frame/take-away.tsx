import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ActState } from '../../kit/act/act-state.tsx'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { factsOf } from '../../kit/site/record-kinds.ts'
import type { Summary } from '../record-queries.ts'
import { DialogButtons } from '../../kit/act/dialog-buttons.tsx'

/**
 * Unpublishes a text, or deletes a draft that was never published; restores either. Policies and contact data cannot be
 * removed.
 */
export function TakeAway({ record, onDone }: { record: Summary; onDone: () => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const path = { params: { id: record.id } }
  const away = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/take-away', { ...path, idempotencyKey }),
    () => {
      setAsking(false)
      onDone()
    },
  )
  const back = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/bring-back', { ...path, idempotencyKey }),
    onDone,
  )
  if (factsOf(record.kind).fixed) return null
  const words = record.en.onSite || record.zh.onSite ? 'take-away' : 'drop'
  if (record.takenAt)
    return (
      <div className="grow">
        <Notice kind="warning" title={t('records.is-taken')}>
          <Button icon="undo" pending={back.pending} onClick={() => void back.send({})}>
            {t('records.bring-back')}
          </Button>
          <ActState act={back} />
        </Notice>
      </div>
    )
  return (
    <div>
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        {t(`records.${words}`)}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t(`records.${words}-ask`)}>
        <p className="mb-4">{t(`records.${words}-text`)}</p>
        <DialogButtons
          label={t(`records.${words}-do`)}
          kind="danger"
          icon="trash"
          act={away}
          onPress={() => void away.send({})}
          onClose={() => setAsking(false)}
          className="mt-4"
        />
      </Dialog>
    </div>
  )
}
