import { useEffect, useRef } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState, type State } from '../kit/act/act-state.tsx'
import { Key } from '../kit/act/key.tsx'
import { isDoubtful, likelyReason, type Payment } from './payment-type.ts'
import type { useClaim } from '../kit/act/use-claim.ts'

type Props = {
  payment: Payment
  /** The picture has been viewed. */
  seen: boolean
  claim: ReturnType<typeof useClaim>
  /** The decision, where no dialog asks for it. */
  act?: State
  next?: string
  onNext: () => void
  /** Approves, or asks first if there is a warning. */
  onApprove: () => void
  /** Asks for the amount that arrived. */
  onOther: () => void
  onReject: () => void
  onLater: () => void
}

/** Buttons to approve or reject; afterwards the decision, and a link to the next payment. */
export function DecisionPanel(props: Props) {
  if (props.payment.status !== 'pending') return <Closed {...props} />
  return props.claim.by ? <Taken {...props} /> : <Open {...props} />
}

/**
 * Without warnings, one click approves. With warnings, rejecting is the first button, and approving asks for a reason.
 */
function Open({ payment, act, seen, onApprove, onOther, onReject, onLater }: Props) {
  const t = useT()
  const doubtful = isDoubtful(payment)
  const reason = likelyReason(payment)
  const approve = (
    <Button
      kind={doubtful ? undefined : 'primary'}
      icon={doubtful ? undefined : 'check'}
      className={doubtful ? 'grow' : 'w-full text-lg'}
      aria-disabled={!seen || undefined}
      aria-describedby="look-first"
      aria-keyshortcuts="a"
      onClick={() => seen && onApprove()}
    >
      {doubtful ? t('payments.approve-ask') : t('payments.approve', { amount: money(payment.amount) })}
      <Key light={!doubtful}>A</Key>
    </Button>
  )
  const reject = (
    <Button
      kind={doubtful ? 'primary' : 'danger'}
      className={doubtful ? 'w-full text-lg' : 'grow'}
      aria-keyshortcuts="r"
      onClick={onReject}
    >
      {doubtful && reason ? t(`payments.reject-${reason === 'used-before' ? 'used' : 'amount'}`) : t('payments.reject')}
      <Key light={doubtful}>R</Key>
    </Button>
  )
  return (
    <section aria-label={t('payments.decision')} className={bar}>
      {/* The amount, which is compared with the picture, since the facts may be out of view. */}
      <p aria-hidden="true" className="mb-2 flex flex-wrap items-baseline gap-x-4 lg:hidden">
        <b>{money(payment.amount)}</b>
        <b className="font-mono tracking-wider">{payment.paymentReference}</b>
        <span className="text-sm text-ink-2">{t('payments.reference-compare')}</span>
      </p>
      <div className="mb-2 empty:hidden">{act && <ActState act={act} />}</div>
      <div className="flex flex-wrap gap-2">
        {doubtful ? reject : approve}
        {doubtful ? approve : reject}
        <Button className="grow" aria-keyshortcuts="l" onClick={onLater}>
          {t('payments.later')} <Key>L</Key>
        </Button>
      </div>
      <p id="look-first" className={seen ? 'sr-only' : 'mt-2 text-center text-sm text-ink-2'}>
        {seen ? '' : t('payments.look-first')}
      </p>
      {seen && !doubtful && (
        <p className="text-center text-sm">
          <button type="button" className="link touch" onClick={onOther}>
            {t('payments.other-amount')}
          </button>
        </p>
      )}
    </section>
  )
}

/** Sticky: at the end of the facts, and of the screen where these are below the picture. */
const bar =
  'z-10 bg-card px-4 pt-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:border-line max-lg:pb-2 max-lg:shadow-[0_-8px_24px_-16px_rgb(74_27_20/.4)] sm:max-lg:px-6 lg:sticky lg:bottom-0 lg:-mx-4 lg:-mb-4 lg:mt-auto lg:rounded-b-card lg:pb-4'

/** A colleague has claimed it: the link to the next comes first, and the claim can be taken over. */
function Taken({ claim, next, onNext }: Props) {
  const t = useT()
  return (
    <section aria-label={t('payments.decision')} className={`${bar} space-y-3`}>
      <Notice kind="warning" role="status" title={t('payments.taken', { who: claim.by })}>
        {t('payments.taken-text')}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" icon="arrow" className="grow" onClick={onNext}>
          {t(next ? 'payments.next-payment' : 'payments.to-list')}
        </Button>
        <Button onClick={() => void claim.takeOver()}>{t('payments.take-over')}</Button>
      </div>
    </section>
  )
}

function Closed({ payment, act, next, onNext }: Props) {
  const t = useT()
  const locale = useLocale()
  const button = useRef<HTMLButtonElement>(null)
  const fresh = useRef(payment.undoUntil !== undefined || act?.problem !== '')
  // After the dialog has returned the focus, it moves to the next link.
  useEffect(() => {
    if (!fresh.current) return
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const { status, reason, note } = payment
  const decided = payment.invoice.timeline?.findLast((step) => step.by === 'office' || step.by === 'bank')
  return (
    <section aria-label={t('payments.decision')} className="mt-auto space-y-3">
      {act?.problem && <Notice kind="warning" role="alert" title={act.problem} />}
      <Notice kind={status === 'approved' ? 'success' : 'info'} title={t(`payments.is-${status}`)}>
        {decided && (
          <p>
            {dateTime(locale, decided.at)}
            {payment.decidedBy && ` · ${payment.decidedBy}`}
          </p>
        )}
        {payment.despite && (
          <p className="mt-1">
            {t('payments.despite-said')} <b className="whitespace-pre-line">{payment.despite}</b>
          </p>
        )}
        {payment.unseen && <p className="mt-1 font-semibold">{t('payments.approved-unseen-text')}</p>}
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
            {t(`payments.excess-${payment.excessAs ?? 'held'}`, { amount: money(payment.excess) })}
          </p>
        )}
        {status === 'approved' && payment.invoice.due > 0 && (
          <p className="mt-1 font-semibold">{t('payments.still-due', { amount: money(payment.invoice.due) })}</p>
        )}
      </Notice>
      <Button ref={button} kind="primary" icon="arrow" wide onClick={onNext}>
        {t(next ? 'payments.next-payment' : 'payments.to-list')}
      </Button>
    </section>
  )
}
