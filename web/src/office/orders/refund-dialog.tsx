import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { readPositiveAmount } from '../../domain/amount.ts'
import { DialogFoot } from './dialog-foot.tsx'
import { noChoice, RefundFields, refundOf } from '../kit/refund-fields.tsx'
import { approvalsQuery } from '../kit/refund-queries.ts'
import type { Order } from './order-queries.ts'
import { useAct } from '../kit/use-act.ts'

type Props = { order: Order; treasurer: boolean; onClose: () => void }

/** Gives money of an order back: all of it, or a part. */
export function RefundDialog({ open, ...props }: Props & { open: boolean }) {
  const t = useT()
  return (
    <Dialog open={open} onClose={props.onClose} title={t('orders.refund-ask')}>
      {open && <RefundForm {...props} />}
    </Dialog>
  )
}

function RefundForm({ order, treasurer, onClose }: Props) {
  const t = useT()
  const { id } = order.invoice
  const held = order.money.held
  const [extent, setExtent] = useState<string>()
  const [typed, setTyped] = useState('')
  const [choice, setChoice] = useState(noChoice)
  const act = useAct(
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
  const approvals = useQuery(approvalsQuery(id)).data
  const waiting = approvals?.items?.[0]
  const limit = approvals?.limit ?? 0
  const large = limit > 0 && amount !== null && order.money.refunded + amount > limit
  const covered = waiting?.approved && !waiting.byMe && waiting.amount === amount && waiting.method === choice.method
  const asks = large && !covered
  const ask = useAct(
    (body: { method: 1 | 2001; amount: number; reason: string }, idempotencyKey) =>
      api.post('/api/admin/refund-approval', { body: { kind: 'invoice', id, ...body }, idempotencyKey }),
    () => {
      toast({ text: 'orders.refund-asked' })
      onClose()
    },
  )
  const read = () => {
    const said = refundOf(choice)
    return amount !== null && said?.reason
      ? { method: said.method, reason: said.reason, note: said.note, amount }
      : null
  }
  return (
    <form
      onSubmit={
        asks
          ? ask.submit(() => {
              const body = read()
              return body && { method: body.method, amount: body.amount, reason: body.reason }
            })
          : act.submit(read)
      }
      className="space-y-4"
      noValidate
    >
      {waiting && (
        <Notice kind={waiting.approved ? 'success' : 'info'}>
          {t(waiting.approved ? 'orders.refund-is-approved' : 'orders.refund-waits', {
            amount: money(waiting.amount),
            how: t(waiting.method === 1 ? 'orders.refund-cash' : 'orders.refund-transfer'),
            who: (waiting.approved ? waiting.decidedBy : waiting.askedBy) ?? '',
          })}
        </Notice>
      )}
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
            label={t('orders.refund-amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={tried && amount === null ? t('orders.refund-amount-wrong', { most: money(held) }) : undefined}
            className="text-right text-2xl font-bold tabular-nums"
          />
        )}
        <RefundFields value={choice} onChange={setChoice} tried={tried || ask.tried} transfer={treasurer} />
      </fieldset>
      {asks && <Notice kind="warning">{t('orders.refund-large', { limit: money(limit, true) })}</Notice>}
      <DialogFoot
        label={
          amount === null
            ? t('orders.refund')
            : t(asks ? 'orders.refund-ask-second' : 'orders.refund-do', { amount: money(amount) })
        }
        act={asks ? ask : act}
        onClose={onClose}
      />
    </form>
  )
}
