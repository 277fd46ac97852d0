import { useState } from 'react'
import { api } from '../../api/client.ts'
import { readAmount, typedAmount } from '../../domain/amount.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogFoot } from '../kit/act/dialog-foot.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { ShiftReport } from './shift-queries.ts'

type Props = { shift: ShiftReport['shift'] }

/** Corrects the float of an open box. */
export function CorrectFloat({ shift }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('shift.float-correct')}</Button>
      <ActDialog open={open} onClose={() => setOpen(false)} title={t('shift.float-correct')}>
        <FloatForm shift={shift} onClose={() => setOpen(false)} />
      </ActDialog>
    </>
  )
}

function FloatForm({ shift, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState(typedAmount(shift.float))
  const float = readAmount(typed)
  const act = useActOnce(
    (body: { float: number }, idempotencyKey) =>
      api.post('/api/admin/shift/{id}/float', { params: { id: shift.id }, body, idempotencyKey }),
    (_, body) => {
      toast({ text: 'shift.float-corrected', params: { amount: money(body.float) } })
      onClose()
    },
    'shift',
  )
  return (
    <form onSubmit={act.submit(() => (float === undefined ? null : { float }))} className="space-y-4" noValidate>
      <p>{t('shift.float-correct-text')}</p>
      <TextField
        label={t('shift.float')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        readOnly={act.unsent}
        onChange={(event) => setTyped(event.target.value)}
        error={act.tried && float === undefined ? t('office.amount-wrong') : undefined}
        className="text-right text-2xl font-bold tabular-nums"
      />
      <DialogFoot
        label={float === undefined ? t('shift.float-correct') : t('shift.float-correct-do', { amount: money(float) })}
        act={act}
        onClose={onClose}
      />
    </form>
  )
}
