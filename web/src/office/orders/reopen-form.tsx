import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { readPositiveAmount, typedAmount } from '../../domain/amount.ts'
import { DialogFoot } from '../kit/act/dialog-foot.tsx'
import type { Order } from './order-queries.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

type Props = { order: Order; onClose: () => void }

/** Settles an order that had ended with a transfer that came too late for it. */
export function ReopenForm({ order, onClose }: Props) {
  const t = useT()
  const { id, subTotal } = order.invoice
  const [typed, setTyped] = useState(typedAmount(subTotal))
  const received = readPositiveAmount(typed)
  const act = useActOnce(
    (body: { received: number }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/reopen', { params: { id }, body, idempotencyKey }),
    () => {
      toast({ text: 'orders.reopened' })
      onClose()
    },
  )
  const tooLittle = received === null || received < subTotal
  return (
    <form onSubmit={act.submit(() => (tooLittle ? null : { received }))} className="space-y-4" noValidate>
      <p>{t('orders.reopen-text')}</p>
      <TextField
        label={t('office.arrived')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        readOnly={act.unsent}
        onChange={(event) => setTyped(event.target.value)}
        error={act.tried && tooLittle ? t('orders.reopen-too-little', { amount: money(subTotal) }) : undefined}
        className="text-right text-2xl font-bold tabular-nums"
      />
      <DialogFoot label={t('orders.reopen-do')} act={act} onClose={onClose} />
    </form>
  )
}
