import { keyFor } from '../../i18n/messages.ts'
import { useState } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { readPositiveAmount, typedAmount } from '../../domain/amount.ts'
import { noChoice, RefundFields, refundOf } from '../kit/refund/refund-fields.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { byLikelihood, type LateChoice } from './late-choice.ts'
import type { Late } from './late-queries.ts'
import { SecondState, useSecond, type SecondBody } from '../kit/refund/second-person.tsx'

type Sent = Body<'/api/admin/late/{kind}/{id}', 'post'>

/** Asks what to do with late money. */
export function LateDecide({ late }: { late: Late }) {
  const t = useT()
  const { kind, id } = late
  const [as, setAs] = useState<LateChoice>()
  const [prices, setPrices] = useState<string>()
  const [typed, setTyped] = useState(typedAmount(late.amount))
  const [refund, setRefund] = useState(noChoice)
  // The server counts earlier refunds of the order, so it may require a second person where this page does not expect
  // it.
  const [refused, setRefused] = useState(false)
  const act = useActOnce(
    async (body: Sent, idempotencyKey) => {
      const result = await api.post('/api/admin/late/{kind}/{id}', { params: { kind, id }, body, idempotencyKey })
      if (result.status === 400 && result.body.code === 'refund-needs-second') setRefused(true)
      return result
    },
    () => toast({ text: 'late.decided' }),
  )
  // An excess is refunded as part of its order.
  const second = useSecond(kind === 'excess' ? { kind: 'invoice', id: late.invoiceId ?? '' } : { kind, id })
  const tried = act.tried || second.ask.tried
  const known = late.bank || late.provider?.currency === 'SGD'
  const asksAmount = kind === 'transfer' && !known && as !== undefined && as !== 'not-arrived'
  const received = asksAmount ? readPositiveAmount(typed) : late.amount
  const body = (): Sent | null => {
    if (!as || received === null) return null
    const arrived = asksAmount ? { received } : {}
    if (as === 'refund') {
      const said = refundOf(refund, kind !== 'excess')
      return said && { as, ...arrived, ...said }
    }
    if (as === 'invoice' && !late.invoiceId)
      return prices === 'now' || prices === 'then' ? { as, prices, ...arrived } : null
    return { as, ...arrived }
  }
  const large = received !== null && second.limit > 0 && (refused || received > second.limit)
  const reason = kind === 'excess' ? 'overpaid' : refund.reason
  const asks = as === 'refund' && large && !second.covers({ ...refund, reason, amount: received })
  const question = (): SecondBody | null => {
    const said = as === 'refund' && refundOf(refund, kind !== 'excess')
    if (!said || received === null) return null
    return { method: said.method, amount: received, reason: said.reason ?? 'overpaid', note: said.note }
  }
  const shown = asks ? second.ask : act
  // If the cart has become an order meanwhile, the money goes to that order.
  const wordOf = (one: LateChoice) => (one === 'invoice' && late.invoiceId ? 'as-invoice-order' : `as-${one}`)
  return (
    <form
      onSubmit={asks ? second.ask.submit(question) : act.submit(body)}
      className="card space-y-4 p-5 sm:p-6"
      noValidate
    >
      <SecondState
        second={second}
        asks={asks}
        onTake={(approved) => {
          setAs('refund')
          setTyped(typedAmount(approved.amount))
          setRefund({ method: approved.method, reason: approved.reason, note: approved.note ?? '' })
        }}
      />
      <fieldset disabled={shown.unsent} className="space-y-4">
        <RadioCards
          legend={t('late.decide-ask')}
          name="as"
          value={as}
          onChange={(value) => setAs(byLikelihood.find((one) => one === value))}
          error={tried && !as ? t('late.decide-choose') : undefined}
          options={byLikelihood
            .filter((one) => late.decisions?.includes(one))
            .map((one) => ({
              value: one,
              title: t(keyFor('late.', wordOf(one))),
              text: t(keyFor('late.', `${wordOf(one)}-text`)),
            }))}
        />
        {asksAmount && (
          <TextField
            label={t('office.arrived')}
            hint={t('late.arrived-hint')}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={tried && received === null ? t('office.amount-wrong') : undefined}
            className="text-right text-2xl font-bold tabular-nums"
          />
        )}
        {as === 'invoice' && late.cart && (
          <RadioCards
            legend={t('late.prices')}
            name="prices"
            columns={2}
            value={prices}
            onChange={setPrices}
            error={tried && !prices ? t('late.prices-choose') : undefined}
            options={(['then', 'now'] as const).map((one) => ({
              value: one,
              title: t(`late.prices-${one}`),
              text: money(one === 'then' ? (late.cart?.then ?? 0) : (late.cart?.now ?? 0)),
            }))}
          />
        )}
        {as === 'refund' && (
          <RefundFields value={refund} onChange={setRefund} tried={tried} transfer withoutReason={kind === 'excess'} />
        )}
      </fieldset>
      <ActState act={shown} />
      <Button type="submit" kind="primary" wide pending={shown.pending}>
        {t(
          shown.unsent
            ? 'common.try-again'
            : asks
              ? 'office.refund-ask-second'
              : !as
                ? 'late.save-decision'
                : as === 'invoice' && late.invoiceId
                  ? 'late.as-invoice-order'
                  : `late.do-${as}`,
          { amount: money(received ?? late.amount) },
        )}
      </Button>
    </form>
  )
}
