import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { languageTag, makeT } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { loadMessages } from '../language.ts'
import { heldEnter } from '../keyboard.ts'
import { wantsFocus } from '../wants-focus.ts'
import type { Payment } from './payment-type.ts'
import type { Verdict } from './use-decision.ts'

// The reasons that the server knows, the most frequent first.
const reasons = ['unreadable', 'amount-differs', 'not-received', 'wrong-recipient', 'used-before', 'other'] as const

type Props = {
  payment: Payment
  pending: boolean
  onClose: () => void
  onReject: (verdict: Verdict) => void
}

/** Asks why a payment is not accepted; the member is told in their own language. */
export function RejectDialog({ open, ...props }: Props & { open: boolean }) {
  const t = useT()
  return (
    <Dialog open={open} onClose={props.onClose} title={t('office.reject-ask')}>
      {open && <RejectForm {...props} />}
    </Dialog>
  )
}

function RejectForm({ payment, pending, onClose, onReject }: Props) {
  const t = useT()
  const locale = useLocale()
  const other = locale === 'en' ? 'zh' : 'en'
  const { data } = useQuery({ queryKey: ['messages', other], queryFn: () => loadMessages(other), staleTime: Infinity })
  const inOther = data && makeT(other, data)
  const [reason, setReason] = useState<string>()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const noteMissing = reason === 'other' && note.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!reason || noteMissing || pending) return
    onReject({ kind: 'rejected', amount: payment.amount, body: { reason, note: note.trim() || undefined } })
  }
  const reads = payment.invoice.locale === 'zh' ? 'zh' : 'en'
  return (
    <form
      ref={(form) => wantsFocus(form?.querySelector('input'))}
      onSubmit={send}
      onKeyDown={heldEnter}
      className="space-y-4"
      noValidate
    >
      <p>{t(`office.reject-text-${reads}`)}</p>
      <RadioCards
        legend={t('office.reason')}
        name="reason"
        value={reason}
        onChange={setReason}
        error={tried && !reason ? t('office.reason-choose') : undefined}
        options={reasons.map((code) => ({
          value: code,
          title: (
            <span className="text-base">{t(code === 'other' ? 'office.reason-other' : `payment.reason.${code}`)}</span>
          ),
          text:
            code === 'other'
              ? t('payment.reason.other')
              : inOther && <span lang={languageTag[other]}>{inOther(`payment.reason.${code}`)}</span>,
        }))}
      />
      <TextArea
        label={t('office.note')}
        hint={t(`office.note-hint-${reads}`)}
        optional={reason !== 'other'}
        error={tried && noteMissing ? t('office.note-missing') : undefined}
        maxLength={500}
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {reason && (reads === locale || inOther) && (
        <section aria-labelledby="reads" className="rounded-2xl bg-paper-2 p-4">
          <h3 id="reads" className="text-base">
            {t('desk.payer-reads')}
          </h3>
          <div lang={languageTag[reads]} className="mt-1">
            <p>{(reads === locale ? t : inOther)?.(`payment.reason.${reason}`)}</p>
            {note.trim() && <p className="mt-1 whitespace-pre-line font-semibold">{note.trim()}</p>}
          </div>
        </section>
      )}
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" pending={pending}>
          {t('office.reject-do')}
        </Button>
      </div>
    </form>
  )
}
