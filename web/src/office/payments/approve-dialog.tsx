import { useState, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPositiveAmount } from '../../domain/amount.ts'
import { ActState, type State } from '../kit/act/act-state.tsx'
import { heldEnter } from '../kit/act/keyboard.ts'
import { useBankWords } from './bank-state.tsx'
import { useFateWords, useFlagWords } from './lookalikes.tsx'
import { flagsOf, isDoubtful, likelyReason, type Payment } from './payment-type.ts'
import type { Verdict } from './use-decision.ts'

type Props = {
  payment: Payment
  act: { pending: boolean } & State
  onClose: () => void
  onApprove: (verdict: Verdict) => void
  /** Rejects instead, with the reason filled in. */
  onReject: () => void
}

/**
 * Lists the warnings about a payment, asks for a reason to approve it anyway and for the amount that arrived, and
 * approves.
 */
export function ApproveDialog({ open, ...props }: Props & { open: boolean }) {
  const t = useT()
  const words = useFlagWords()
  const { payment } = props
  const flag = flagsOf(payment)[0]
  const differs = payment.amount !== payment.declaredAmount
  const title = flag
    ? words(flag)
    : differs
      ? t('payments.amount-differs', { declared: money(payment.declaredAmount), due: money(payment.amount) })
      : t('payments.office-approve-ask')
  return (
    <ActDialog open={open} onClose={props.onClose} title={title}>
      <ApproveForm {...props} />
    </ActDialog>
  )
}

const despites = ['two-transfers', 'in-bank', 'payer-asked'] as const

function ApproveForm({ payment, act, onClose, onApprove, onReject }: Props) {
  const t = useT()
  const bankWords = useBankWords()
  const fate = useFateWords()
  const words = useFlagWords()
  const { amount: due, declaredAmount: declared, bank } = payment
  const doubtful = isDoubtful(payment)
  const [first, ...others] = flagsOf(payment)
  const [choice, setChoice] = useState(due === declared ? 'due' : undefined)
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const asks = !first || due !== declared
  const received = choice === 'due' ? due : choice === 'declared' ? declared : choice ? readPositiveAmount(typed) : null
  const despite = why.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (received === null || act.pending || (doubtful && !despite)) return
    const body = { ...(received !== due && { amountReceived: received }), ...(despite && { despite }) }
    onApprove({ kind: 'approved', amount: received, body })
  }
  const reason = likelyReason(payment)
  return (
    <form onSubmit={send} onKeyDown={heldEnter} className="space-y-4" noValidate>
      {(first || others.length > 0) && (
        <div>
          {first && <p>{fate(first)}</p>}
          {others.map((other) => (
            <p key={other.paymentId ?? other.paymentReference}>
              <b>{words(other)}</b> {fate(other)}
            </p>
          ))}
        </div>
      )}
      {asks && (
        <RadioCards
          legend={t('payments.received-ask')}
          name="received"
          value={choice}
          onChange={setChoice}
          error={tried && !choice ? t('payments.received-choose') : undefined}
          options={[
            { value: 'due', title: money(due), text: t('payments.received-due') },
            ...(declared === due
              ? []
              : [{ value: 'declared', title: money(declared), text: t('payments.received-declared') }]),
            { value: 'other', title: t('payments.received-other') },
          ]}
        />
      )}
      {choice === 'other' && (
        <TextField
          label={t('payments.received-field')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={tried && received === null ? t('office.amount-wrong') : undefined}
          className="text-xl"
        />
      )}
      <div role="status">
        {received !== null && received < due && (
          <Notice kind="warning" title={t('office.less', { rest: money(due - received) })}>
            {t('office.less-text')}
          </Notice>
        )}
        {received !== null && received > due && (
          <Notice kind="warning" title={t('office.more', { extra: money(received - due) })}>
            {t('payments.more-text')}
          </Notice>
        )}
      </div>
      {bank.state !== 'seen' && (
        <p className="text-ink-2">
          <strong className="block">{bankWords(bank)}</strong>
          {t('payments.approve-unseen')}
        </p>
      )}
      {doubtful && (
        <div className="space-y-2">
          <TextField
            label={t('payments.despite')}
            placeholder={t('payments.despite-hint')}
            autoComplete="off"
            maxLength={200}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            error={tried && !despite ? t('payments.despite-choose') : undefined}
          />
          <div className="flex flex-wrap gap-2">
            {despites.map((value) => (
              <button
                key={value}
                type="button"
                className="min-h-11 rounded-full bg-paper-2 px-4 text-sm font-semibold hover:bg-gold-1"
                // oxlint-disable-next-line shanmen/no-kept-sentence -- it is inserted into the field, as if typed
                onClick={() => setWhy(t(`payments.despite-${value}`))}
              >
                {t(`payments.despite-${value}`)}
              </button>
            ))}
          </div>
        </div>
      )}
      <ActState act={act} />
      <div className="flex flex-wrap items-center gap-3 pt-1">
        {doubtful && reason && (
          <Button kind="primary" onClick={onReject}>
            {t(`payments.reject-${reason === 'used-before' ? 'used' : 'amount'}`)}
          </Button>
        )}
        <Button
          type="submit"
          kind={doubtful ? 'plain' : 'primary'}
          icon={doubtful ? undefined : 'check'}
          pending={act.pending}
          aria-disabled={(doubtful && !despite) || undefined}
        >
          {doubtful
            ? t('payments.approve-despite', { amount: money(received ?? due) })
            : received === null
              ? t('office.approve-short')
              : t('payments.approve', { amount: money(received) })}
        </Button>
        <Button kind="quiet" className="ml-auto" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
