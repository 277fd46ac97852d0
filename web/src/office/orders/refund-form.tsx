import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { readPositiveAmount, typedAmount } from '../../domain/amount.ts'
import { DialogFoot } from '../kit/act/dialog-foot.tsx'
import { noChoice, RefundFields, refundOf } from '../kit/refund/refund-fields.tsx'
import { SecondState, useSecond } from '../kit/refund/second-person.tsx'
import type { Order } from './order-queries.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

type Props = { order: Order; treasurer: boolean; onClose: () => void }

/** Gives money of an order back: all of it, or a part. */
export function RefundForm({ order, treasurer, onClose }: Props) {
  const t = useT()
  const { id } = order.invoice
  const held = order.money.held
  const [extent, setExtent] = useState<string>()
  const [typed, setTyped] = useState('')
  const [choice, setChoice] = useState(noChoice)
  const act = useActOnce(
    (body: { method: 1 | 2001; amount: number; reason: string; note?: string }, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/refund', { params: { id }, body, idempotencyKey }),
    (_, { amount: back }) => {
      toast({ text: 'orders.refunded', params: { amount: money(back) } })
      onClose()
    },
  )
  const part = readPositiveAmount(typed)
  const amount = extent === 'whole' ? held : extent === 'part' && part !== null && part <= held ? part : null
  const { tried } = act
  const wrongPart = () => {
    if (part === null) return t('office.amount-wrong')
    return part > held ? t('orders.refund-amount-wrong', { most: money(held) }) : undefined
  }
  const second = useSecond({ kind: 'invoice', id }, onClose)
  const { limit, ask } = second
  const large = limit > 0 && amount !== null && order.money.refunded + amount > limit
  const asks = large && !second.covers({ ...choice, amount })
  const read = () => {
    const said = refundOf(choice)
    return amount !== null && said?.reason
      ? { method: said.method, reason: said.reason, note: said.note, amount }
      : null
  }
  return (
    <form onSubmit={asks ? ask.submit(read) : act.submit(read)} className="space-y-4" noValidate>
      <SecondState
        second={second}
        asks={asks}
        onTake={(approved) => {
          setExtent(approved.amount === held ? 'whole' : 'part')
          setTyped(typedAmount(approved.amount))
          setChoice({ method: approved.method, reason: approved.reason, note: approved.note ?? '' })
        }}
      />
      <fieldset disabled={act.unsent} className="space-y-4">
        <RadioCards
          legend={t('orders.refund-extent')}
          name="extent"
          columns={2}
          value={extent}
          onChange={setExtent}
          error={tried && !extent ? t('orders.refund-extent-choose') : undefined}
          options={[
            {
              value: 'whole',
              title: t('orders.refund-whole', { amount: money(held) }),
              text: t(order.invoice.status === 'paid' ? 'orders.refund-whole-text' : 'orders.refund-unsettled-text'),
            },
            { value: 'part', title: t('orders.refund-part'), text: t('orders.refund-part-text') },
          ]}
        />
        {extent === 'part' && (
          <TextField
            label={t('office.field.amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={tried ? wrongPart() : undefined}
            className="text-right text-2xl font-bold tabular-nums"
          />
        )}
        <RefundFields value={choice} onChange={setChoice} tried={tried || ask.tried} transfer={treasurer} />
      </fieldset>
      <DialogFoot
        label={
          amount === null
            ? t('orders.refund')
            : t(asks ? 'office.refund-ask-second' : 'orders.refund-do', { amount: money(amount) })
        }
        act={asks ? ask : act}
        onClose={onClose}
      />
    </form>
  )
}
