import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Transfer } from '../kit/refund/refund-queries.ts'
import { RefundProof } from '../kit/refund/refund-proof.tsx'
import { AddProof } from './add-proof.tsx'
import { AtProvider } from './at-provider.tsx'
import { RefundOf } from './refund-of.tsx'
import { RemoveProof } from './remove-proof.tsx'

/** The server's limit of screenshots for one refund. */
const mostProofs = 5

/** A refund by transfer: to be completed with the bank's reference or a screenshot, or done. */
export function TransferRow({ transfer }: { transfer: Transfer }) {
  const t = useT()
  const locale = useLocale()
  const [reference, setReference] = useState('')
  const { id, order, amount, doneAt } = transfer
  const pictures = transfer.pictures ?? []
  const proven = pictures.length > 0
  const byProvider = transfer.provider?.can && !transfer.provider.state
  const done = useActOnce(
    (body: { reference: string }, idempotencyKey) =>
      api.post('/api/admin/refund-transfer/{id}/done', { params: { id }, body, idempotencyKey }),
    () => toast({ text: 'refunds.transferred', params: { amount: money(amount) } }),
    'money',
  )
  const read = () => (reference.trim() || proven ? { reference: reference.trim() } : null)
  return (
    <li className="card flex flex-wrap items-end gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-64 self-center">
        <RefundOf order={order} />
        <p className="text-sm text-ink-2">
          {t('refunds.decided-by', { who: transfer.by, when: dateTime(locale, transfer.at) })}
        </p>
        {doneAt && (
          <p className="text-sm text-ink-2">
            {t('office.refund-done-by', {
              who: transfer.doneBy || t('office.unknown'),
              when: dateTime(locale, doneAt),
            })}
            {transfer.reference && (
              <>
                {' '}
                · <span className="font-mono">{transfer.reference}</span>
              </>
            )}
          </p>
        )}
        <RefundProof
          pictures={pictures}
          renderAct={(picture, number) => <RemoveProof refundId={id} picture={picture} number={number} />}
        />
      </div>
      <p className="self-center text-2xl font-bold tabular-nums">{money(amount)}</p>
      {transfer.provider && <AtProvider refund={transfer} provider={transfer.provider} />}
      {!doneAt && transfer.provider?.byHand !== false && (
        <form onSubmit={done.submit(read)} noValidate className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('refunds.reference')}
            optional={proven}
            autoComplete="off"
            maxLength={100}
            value={reference}
            readOnly={done.unsent}
            error={done.tried && !reference.trim() && !proven ? t('refunds.reference-missing') : undefined}
            onChange={(event) => setReference(event.target.value)}
          />
          <Button type="submit" kind={byProvider ? 'plain' : 'primary'} pending={done.pending}>
            {t(done.unsent ? 'common.try-again' : 'refunds.mark-done')}
          </Button>
          <ActState act={done} />
        </form>
      )}
      {pictures.length < mostProofs && <AddProof refundId={id} />}
    </li>
  )
}
