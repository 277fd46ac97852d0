import { useEffect, useRef } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isDoubtful, type Payment } from './payment-type.ts'
import type { useClaim } from '../kit/use-claim.ts'

type Props = {
  payment: Payment
  /** The picture has been looked at. */
  seen: boolean
  claim: ReturnType<typeof useClaim>
  /** Why the last decision did not count. */
  refused?: string
  next?: string
  onNext: () => void
  /** Approves, or asks first where something is doubtful. */
  onApprove: () => void
  /** Asks which amount has arrived. */
  onOther: () => void
  onReject: () => void
}

/** Approve or reject; afterwards what was decided, and the way to the next. */
export function DecisionPanel(props: Props) {
  if (props.payment.status !== 'pending') return <Closed {...props} />
  return props.claim.by ? <Taken {...props} /> : <Open {...props} />
}

/** What is clear is approved by one press. Where something is doubtful, rejecting is the first button, and approving asks. */
function Open({ payment, seen, onApprove, onOther, onReject }: Props) {
  const t = useT()
  const doubtful = isDoubtful(payment)
  const approve = (
    <Button
      kind={doubtful ? undefined : 'primary'}
      icon="check"
      className={doubtful ? '' : 'grow'}
      aria-disabled={!seen || undefined}
      aria-describedby="look-first"
      aria-keyshortcuts="a"
      onClick={() => seen && onApprove()}
    >
      {doubtful ? t('desk.approve-ask') : t('office.approve', { amount: money(payment.amount) })}
    </Button>
  )
  const reject = (
    <Button
      kind={doubtful ? 'primary' : 'danger'}
      icon="close"
      className={doubtful ? 'grow' : ''}
      aria-keyshortcuts="r"
      onClick={onReject}
    >
      {t('office.reject')}
    </Button>
  )
  return (
    <section aria-label={t('office.decision')} className="card sticky bottom-3 z-20 p-4 shadow-lift">
      <div className="flex flex-wrap gap-3">
        {doubtful ? reject : approve}
        {doubtful ? approve : reject}
      </div>
      <p id="look-first" className={seen ? 'sr-only' : 'mt-2 text-center text-sm text-ink-2'}>
        {seen ? '' : t('office.look-first')}
      </p>
      {seen && !doubtful && (
        <p className="mt-2 text-center">
          <button type="button" className="link touch" onClick={onOther}>
            {t('desk.other-amount')}
          </button>
        </p>
      )}
    </section>
  )
}

/** Somebody else has it open: the way on comes first, and it can be taken over. */
function Taken({ claim, next, onNext }: Props) {
  const t = useT()
  return (
    <section aria-label={t('office.decision')} className="card sticky bottom-3 z-20 space-y-4 p-4 shadow-lift">
      <Notice kind="warning" role="status" title={t('desk.taken', { who: claim.by })}>
        {t('desk.taken-text')}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" icon="arrow" className="grow" onClick={onNext}>
          {t(next ? 'office.next-payment' : 'office.to-list')}
        </Button>
        <Button onClick={() => void claim.takeOver()}>{t('desk.take-over')}</Button>
      </div>
    </section>
  )
}

function Closed({ payment, refused, next, onNext }: Props) {
  const t = useT()
  const locale = useLocale()
  const button = useRef<HTMLButtonElement>(null)
  const fresh = useRef(payment.undoUntil !== undefined || refused !== '')
  // The window of the decision gives the focus back first; then it belongs to the way on.
  useEffect(() => {
    if (!fresh.current) return
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const { status, reason, note } = payment
  const decided = payment.invoice.timeline?.findLast((step) => step.by === 'office' || step.by === 'bank')
  return (
    <section aria-label={t('office.decision')} className="space-y-3">
      {refused && <Notice kind="warning" role="alert" title={refused} />}
      <Notice kind={status === 'approved' ? 'success' : 'info'} title={t(`office.is-${status}`)}>
        {decided && (
          <p>
            {dateTime(locale, decided.at)}
            {payment.decidedBy && ` · ${payment.decidedBy}`}
          </p>
        )}
        {payment.unseen && <p className="mt-1 font-semibold">{t('desk.approved-unseen-text')}</p>}
        {status === 'rejected' && (
          <p className="mt-1">{payment.reasons.find(({ code }) => code === reason)?.text[locale]}</p>
        )}
        {status === 'rejected' && note && <p className="mt-1 whitespace-pre-line font-semibold">{note}</p>}
        {payment.invoice.officialReceipt && (
          <p className="mt-1">
            <a href={payment.invoice.officialReceipt.url} className="link" download>
              {t('invoice.receipt')} {payment.invoice.officialReceipt.number} (PDF)
            </a>
          </p>
        )}
        {status === 'approved' && payment.excess > 0 && (
          <p className="mt-1 font-semibold">
            {t(`desk.excess-${payment.excessAs ?? 'held'}`, { amount: money(payment.excess) })}
          </p>
        )}
        {status === 'approved' && payment.invoice.due > 0 && (
          <p className="mt-1 font-semibold">{t('office.still-due', { amount: money(payment.invoice.due) })}</p>
        )}
      </Notice>
      <Button ref={button} kind="primary" icon="arrow" wide onClick={onNext}>
        {t(next ? 'office.next-payment' : 'office.to-list')}
      </Button>
    </section>
  )
}
