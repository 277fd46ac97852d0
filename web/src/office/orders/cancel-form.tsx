import { useState } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogFoot } from '../kit/act/dialog-foot.tsx'
import type { Order } from './order-queries.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

type Props = { order: Order; treasurer: boolean; onClose: () => void }

const reasons = ['asked-by-devotee', 'ceremony-cancelled', 'mistake', 'other'] as const

/** Ends an order that nobody has settled; a part of the money that is there goes back with it. */
export function CancelForm({ order, treasurer, onClose }: Props) {
  const t = useT()
  const { id } = order.invoice
  const { held } = order.money
  const [reason, setReason] = useState<string>()
  const [note, setNote] = useState('')
  const [way, setWay] = useState<string>()
  const act = useActOnce(
    (body: Body<'/api/admin/invoice/{id}/cancel', 'post'>, idempotencyKey) =>
      api.post('/api/admin/invoice/{id}/cancel', { params: { id }, body, idempotencyKey }),
    () => {
      toast({ text: 'orders.cancelled' })
      onClose()
    },
  )
  const { tried } = act
  const noteMissing = reason === 'other' && note.trim() === ''
  const read = () => {
    if (!reason || noteMissing || (held > 0 && !way)) return null
    const method = held > 0 ? ({ method: way === 'cash' ? 1 : 2001 } as const) : {}
    return { reason, note: note.trim() || undefined, ...method }
  }
  return (
    <form onSubmit={act.submit(read)} className="space-y-4" noValidate>
      <p>{t('orders.cancel-text')}</p>
      <fieldset disabled={act.unsent} className="space-y-4">
        {held > 0 && (
          <RadioCards
            legend={t('orders.cancel-held', { amount: money(held) })}
            name="way"
            columns={treasurer ? 2 : 1}
            value={way}
            onChange={setWay}
            error={tried && !way ? t('office.refund-how-choose') : undefined}
            options={(treasurer ? (['cash', 'transfer'] as const) : (['cash'] as const)).map((one) => ({
              value: one,
              title: t(`office.refund-${one}`),
              text: t(`office.refund-${one}-text`),
            }))}
          />
        )}
        <RadioCards
          legend={t('office.reason')}
          name="reason"
          value={reason}
          onChange={setReason}
          error={tried && !reason ? t('office.reason-choose') : undefined}
          options={reasons.map((code) => ({ value: code, title: t(`office.refund-reason-${code}`) }))}
        />
        <TextArea
          label={t('office.refund-note')}
          hint={t('office.refund-note-hint')}
          optional={reason !== 'other'}
          error={tried && noteMissing ? t('office.note-missing') : undefined}
          maxLength={500}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </fieldset>
      <DialogFoot label={t('orders.cancel-do')} back={t('orders.cancel-not')} act={act} onClose={onClose} />
    </form>
  )
}
