import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BackLink } from '../kit/back-link.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useKeys } from '../kit/keyboard.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { Lookalikes } from './lookalikes.tsx'
import { OrderCard, PayerCard, TransferCard } from './payment-cards.tsx'
import { paymentQuery } from './payment-queries.ts'
import { isDoubtful, placeOf, searchOf, type Payment } from './payment-type.ts'
import { Pictures } from './pictures.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { undoStore, undoUntilRead } from '../kit/undo-store.ts'
import { useClaim } from '../kit/use-claim.ts'
import { useDecision, type Verdict } from './use-decision.ts'
import { useNeighbours, type Neighbours } from './use-neighbours.ts'

/** One payment: the picture beside what it should show, and the decision. */
export function PaymentPage({ id }: { id: string }) {
  const t = useT()
  const at = placeOf(useSearch())
  const [, navigate] = useLocation()
  const payment = useQuery(paymentQuery(id, useLocale()))
  const near = useNeighbours(id, at)
  const go = (to: string | undefined) => to && navigate(`/payments/${to}${searchOf(at)}`)
  useKeys({ next: () => go(near.next), previous: () => go(near.previous) }, 'horizontal')
  const back = `/payments${searchOf(at)}`
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <BackLink to={back} className="">
          {t(`office.list-${at.status}`)}
        </BackLink>
        <Steps near={near} onGo={go} />
      </div>
      <Loaded query={payment} heading={t('office.area-payments')} lines={8}>
        {(data) => (
          <Review
            payment={data}
            next={near.next}
            onNext={() => navigate(near.next ? `/payments/${near.next}${searchOf(at)}` : back)}
          />
        )}
      </Loaded>
    </>
  )
}

function Steps({ near, onGo }: { near: Neighbours; onGo: (to: string | undefined) => void }) {
  const t = useT()
  return (
    <div className="flex items-center gap-1">
      {near.place > 0 && (
        <p className="mr-1 text-ink-2">
          {t(near.more ? 'desk.place-more' : 'office.place', { place: near.place, total: near.total })}
        </p>
      )}
      <IconButton
        icon="back"
        label={t('office.key-previous')}
        disabled={!near.previous}
        onClick={() => onGo(near.previous)}
      />
      <IconButton icon="arrow" label={t('office.key-next')} disabled={!near.next} onClick={() => onGo(near.next)} />
    </div>
  )
}

function Review({ payment, next, onNext }: { payment: Payment; next?: string; onNext: () => void }) {
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(null)
  const [seen, setSeen] = useState(!payment.pictures?.length)
  const [compare, setCompare] = useState<string>()
  const { decide, pending, refused } = useDecision(payment.id)
  const claim = useClaim('payment', payment.id, payment.status === 'pending', payment.claimedBy ?? '')
  const waits = payment.status === 'pending' && !claim.by
  useKeys({
    approve: () => waits && seen && press(),
    reject: () => waits && setDialog('reject'),
  })
  // A decision of one's own that was read again, as after a reload, can be undone as well.
  const { id, invoiceNumber, status, amount } = payment
  useEffect(() => {
    const until = undoUntilRead(payment.undoUntil, Date.now())
    const known = undoStore.current().some((other) => other.paymentId === id)
    if (until && !known && (status === 'approved' || status === 'rejected'))
      undoStore.add({ paymentId: id, invoiceNumber, kind: status, amount, until })
  }, [id, invoiceNumber, status, amount, payment.undoUntil])
  const send = (verdict: Verdict) => void decide(verdict).then((done) => done && setDialog(null))
  const approve = async (verdict: Verdict) => {
    if (pending || !(await decide(verdict))) return
    setDialog(null)
    onNext()
  }
  const press = () =>
    isDoubtful(payment) ? setDialog('approve') : void approve({ kind: 'approved', amount: payment.amount, body: {} })
  return (
    <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)] md:items-start xl:grid-cols-[minmax(0,1fr)_28rem]">
      <div className="md:col-start-2 md:row-start-1">
        <TransferCard payment={payment} />
      </div>
      <div className="md:sticky md:top-20 md:col-start-1 md:row-span-2 md:row-start-1">
        <Pictures pictures={payment.pictures ?? []} compare={compare} onSeen={() => setSeen(true)} />
      </div>
      <div className="min-w-0 space-y-5 md:col-start-2 md:row-start-2">
        <Lookalikes items={payment.lookalikes ?? []} compare={compare} onCompare={setCompare} />
        <DecisionPanel
          payment={payment}
          seen={seen}
          claim={claim}
          refused={refused}
          next={next}
          onNext={onNext}
          onApprove={press}
          onOther={() => setDialog('approve')}
          onReject={() => setDialog('reject')}
        />
        <PayerCard payment={payment} />
        <OrderCard payment={payment} />
      </div>
      <ApproveDialog
        open={dialog === 'approve'}
        payment={payment}
        pending={pending}
        onClose={() => setDialog(null)}
        onApprove={(verdict) => void approve(verdict)}
      />
      <RejectDialog
        open={dialog === 'reject'}
        payment={payment}
        pending={pending}
        onClose={() => setDialog(null)}
        onReject={send}
      />
    </div>
  )
}
