import { useState, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPositiveAmount } from '../../domain/amount.ts'
import { heldEnter } from '../kit/keyboard.ts'
import { wantsFocus } from '../kit/wants-focus.ts'
import { useBankWords } from './bank-state.tsx'
import type { Payment } from './payment-type.ts'
import type { Verdict } from './use-decision.ts'

type Props = {
  payment: Payment
  pending: boolean
  onClose: () => void
  onApprove: (verdict: Verdict) => void
}

const despites = ['two-transfers', 'in-bank', 'payer-asked'] as const
type Despite = (typeof despites)[number]

/** Asks which amount has arrived at the bank, and approves. */
export function ApproveDialog({ open, ...props }: Props & { open: boolean }) {
  const t = useT()
  return (
    <Dialog open={open} onClose={props.onClose} title={t('office.approve-ask')}>
      {open && <ApproveForm {...props} />}
    </Dialog>
  )
}

function ApproveForm({ payment, pending, onClose, onApprove }: Props) {
  const t = useT()
  const bankWords = useBankWords()
  const { amount: due, declaredAmount: declared, bank } = payment
  const [choice, setChoice] = useState(due === declared ? 'due' : undefined)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const same = (payment.lookalikes ?? []).filter(({ stops }) => stops)
  const [despite, setDespite] = useState<Despite>()
  const received = choice === 'due' ? due : choice === 'declared' ? declared : choice ? readPositiveAmount(typed) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (received === null || pending || (same.length > 0 && !despite)) return
    const body = { ...(received !== due && { amountReceived: received }), ...(despite && { despite }) }
    onApprove({ kind: 'approved', amount: received, body })
  }
  return (
    <form
      ref={(form) => wantsFocus(form?.querySelector('input'))}
      onSubmit={send}
      onKeyDown={heldEnter}
      className="space-y-4"
      noValidate
    >
      {same.map((one) => (
        <Notice
          key={one.paymentId ?? one.paymentReference}
          kind="error"
          title={t('desk.stops-file', { order: one.invoiceNumber ?? one.paymentReference ?? '' })}
        />
      ))}
      {same.length > 0 && (
        <RadioCards
          legend={t('desk.despite')}
          name="despite"
          value={despite}
          onChange={(value) => setDespite(despites.find((known) => known === value))}
          error={tried && !despite ? t('desk.despite-choose') : undefined}
          options={despites.map((value) => ({ value, title: t(`desk.despite-${value}`) }))}
        />
      )}
      <RadioCards
        legend={t('office.received-ask')}
        name="received"
        value={choice}
        onChange={setChoice}
        error={tried && !choice ? t('office.received-choose') : undefined}
        options={[
          { value: 'due', title: money(due), text: t('office.received-due') },
          ...(declared === due
            ? []
            : [{ value: 'declared', title: money(declared), text: t('office.received-declared') }]),
          { value: 'other', title: t('office.received-other') },
        ]}
      />
      {choice === 'other' && (
        <TextField
          label={t('office.received-field')}
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
            {t('desk.more-text')}
          </Notice>
        )}
      </div>
      {bank.state !== 'seen' && (
        <p className="text-ink-2">
          <strong className="block">{bankWords(bank)}</strong>
          {t('desk.approve-unseen')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon="check" pending={pending}>
          {received === null ? t('office.approve-short') : t('office.approve', { amount: money(received) })}
        </Button>
      </div>
    </form>
  )
}
