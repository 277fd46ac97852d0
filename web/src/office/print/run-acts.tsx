import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { isBusy, type Run } from './run-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Restarts a run, recreates its file, and cancels it. */
export function RunActs({ run }: { run: Run }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const params = { id: run.id }
  const again = useActOnce<object, Run>(
    (_, idempotencyKey) => api.post('/api/admin/run/{id}/again', { params, idempotencyKey }),
    () => undefined,
    'runs',
  )
  const cancel = useActOnce<object, Run>(
    (_, idempotencyKey) => api.post('/api/admin/run/{id}/cancel', { params, idempotencyKey }),
    () => {
      setAsking(false)
      toast({ text: 'print.run-cancelled', type: 'success' })
    },
    'runs',
  )
  const { state, stuck, hasFile } = run
  const over = state === 'accepted' || state === 'cancelled'
  const stopped = state === 'failed' || stuck
  const gone = state === 'ready' && !hasFile
  if (over) return null
  return (
    <div className="space-y-3">
      {(stopped || gone) && (
        <Button kind="primary" wide icon="history" pending={again.pending} onClick={() => void again.send({})}>
          {t(gone ? 'print.run-make-again' : 'print.run-again')}
        </Button>
      )}
      <ActState act={again} />
      <Button kind="danger" wide icon="close" onClick={() => setAsking(true)}>
        {t('print.run-cancel')}
      </Button>
      {isBusy(run) && <p className="text-sm text-ink-2">{t('print.run-nothing-counts')}</p>}
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('print.run-cancel')}>
        <p className="mb-4">{t('print.run-cancel-ask', { no: run.no })}</p>
        <DialogButtons
          label={t('print.run-cancel')}
          back={t('office.back')}
          kind="danger"
          icon="close"
          act={cancel}
          onPress={() => void cancel.send({})}
          onClose={() => setAsking(false)}
          className="pt-2"
        />
      </Dialog>
    </div>
  )
}
