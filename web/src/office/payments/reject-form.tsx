import { useRef, useState, type ComponentProps, type FormEvent } from 'react'
import { useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DialogFoot } from '../kit/act/dialog-foot.tsx'
import { heldEnter } from '../kit/act/keyboard.ts'
import { likelyReason, type Payment } from './payment-type.ts'
import type { Verdict } from './use-decision.ts'

type Props = {
  payment: Payment
  act: ComponentProps<typeof DialogFoot>['act']
  onClose: () => void
  onReject: (verdict: Verdict) => void
}

/** Asks why a payment is not accepted, in the very sentences that the payer will read, with the other language below. */
export function RejectForm({ payment, act, onClose, onReject }: Props) {
  const t = useT()
  const [reason, setReason] = useState(likelyReason(payment))
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const noteMissing = reason === 'other' && note.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (noteMissing) {
      noteField.current?.scrollIntoView?.({ block: 'center' }) // not covered by the sticky bar
      noteField.current?.focus({ preventScroll: true })
    }
    if (!reason || noteMissing || act.pending) return
    onReject({ kind: 'rejected', amount: payment.amount, body: { reason, note: note.trim() || undefined } })
  }
  const reads = payment.invoice.locale === 'zh' ? 'zh' : 'en'
  const other = reads === 'zh' ? 'en' : 'zh'
  const chosen = payment.reasons.find(({ code }) => code === reason)
  return (
    <form onSubmit={send} onKeyDown={heldEnter} className="space-y-4" noValidate>
      <p>{t(`payments.reject-text-${reads}`)}</p>
      <RadioCards
        legend={t('office.reason')}
        name="reason"
        columns={2}
        value={reason}
        onChange={setReason}
        error={tried && !reason ? t('office.reason-choose') : undefined}
        options={payment.reasons.map(({ code, text }) => ({
          value: code,
          title: (
            <span className="text-base" lang={code === 'other' ? undefined : languageTag[reads]}>
              {code === 'other' ? t('payments.reason-other') : text[reads]}
            </span>
          ),
          text: (
            <span lang={languageTag[code === 'other' ? reads : other]}>{text[code === 'other' ? reads : other]}</span>
          ),
        }))}
      />
      <TextArea
        ref={noteField}
        label={t('payments.note')}
        hint={t(`payments.note-hint-${reads}`)}
        optional={reason !== 'other'}
        error={tried && noteMissing ? t('office.note-missing') : undefined}
        maxLength={500}
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {chosen && (
        <section aria-labelledby="reads" className="rounded-2xl bg-paper-2 p-4">
          <h3 id="reads" className="text-base">
            {t('payments.payer-reads')}
          </h3>
          <div lang={languageTag[reads]} className="mt-1">
            <p>{chosen.text[reads]}</p>
            {note.trim() && <p className="mt-1 whitespace-pre-line font-semibold">{note.trim()}</p>}
          </div>
          <p lang={languageTag[other]} className="mt-2 text-sm text-ink-2">
            {chosen.text[other]}
          </p>
        </section>
      )}
      <DialogFoot label={t('payments.reject-do')} act={act} onClose={onClose} />
    </form>
  )
}
