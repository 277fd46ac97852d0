import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Statement } from './bank-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Props = { statement: Statement }

/** Undoes the import of a whole statement. */
export function StatementActions({ statement }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="quiet" className="min-h-11 py-1" onClick={() => setOpen(true)}>
        {t('bank.undo')}
      </Button>
      <ActDialog open={open} onClose={close} title={t('bank.undo-title')}>
        <Undo statement={statement} onClose={close} />
      </ActDialog>
    </>
  )
}

function Undo({ statement, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const { matched } = statement.tallies
  const act = useActOnce(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/statement/{id}/undo', { params: { id: statement.id }, idempotencyKey }),
    onClose,
  )
  return (
    <div className="space-y-4">
      <p>{t('bank.undo-text')}</p>
      {matched.count > 0 && (
        <Notice kind="warning" title={t('bank.undo-matched', { count: matched.count, sum: money(matched.sum) })}>
          {t('bank.undo-matched-text')}
        </Notice>
      )}
      <DialogButtons
        label={t('bank.undo')}
        back={t('office.keep')}
        kind="danger"
        act={act}
        onPress={() => void act.send(null)}
        onClose={onClose}
      />
    </div>
  )
}
