import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { useKeys } from '../kit/act/keyboard.ts'
import { undoStore, undoUntilRead } from '../kit/act/undo-store.ts'
import { useClaim } from '../kit/act/use-claim.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { Lookalikes, useFateWords } from './lookalikes.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { PaymentHead } from './payment-head.tsx'
import { paymentQuery } from './payment-queries.ts'
import { flagsOf, isDoubtful, placeOf, searchOf, type Beside, type Payment } from './payment-type.ts'
import { Pictures } from './pictures.tsx'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { RejectForm } from './reject-form.tsx'
import { UndoAtDesk } from './undo-bar.tsx'
import { useDecision, type Verdict } from './use-decision.ts'
import { putLast, useNeighbours, type Neighbours } from './use-neighbours.ts'

/** A payment: the picture beside the expected values, and the decision. */
export function PaymentPage({ id }: { id: string }) {
  const t = useT()
  const at = placeOf(useSearch())
  const [, navigate] = useLocation()
  const payment = useQuery(paymentQuery(id, useLocale()))
  const near = useNeighbours(id, at)
  const go = (to: string | undefined) => to && navigate(`/payments/${to}${searchOf(at)}`)
  useKeys({ next: () => go(near.next), previous: () => go(near.previous) }, 'horizontal')
  const back = `/payments${searchOf(at)}`
  const onNext = () => navigate(near.next ? `/payments/${near.next}${searchOf(at)}` : back)
  return (
    <>
      <UndoAtDesk />
      <Loaded query={payment} heading={t('office.area-payments')} lines={8}>
        {(data) => (
          <Review
            key={data.id}
            payment={data}
            near={near}
            back={back}
            onGo={go}
            onNext={onNext}
            onLater={() => {
              putLast(id)
              onNext()
            }}
          />
        )}
      </Loaded>
    </>
  )
}

type ReviewProps = {
  payment: Payment
  near: Neighbours
  back: string
  onGo: (to: string | undefined) => void
  onNext: () => void
  onLater: () => void
}

function Review({ payment, near, back, onGo, onNext, onLater }: ReviewProps) {
  const t = useT()
  const fate = useFateWords()
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(() =>
    // The list's R shortcut opens the rejection through the URL fragment.
    payment.status === 'pending' && window.location.hash === '#reject' ? 'reject' : null,
  )
  const [seen, setSeen] = useState(!payment.pictures?.length)
  // A second picture is shown beside it only when a warning names another order, or on request.
  const flag = flagsOf(payment).find(({ url }) => url)
  const [asked, setBeside] = useState<Beside | null>()
  const beside = asked === undefined ? flag?.url && { ...flag, url: flag.url, words: fate(flag) } : asked
  const { decide, ...act } = useDecision({
    onDecided: ({ kind }) => {
      setDialog(null)
      if (kind === 'approved') onNext()
    },
  })
  // What was refused in a dialog is over with it.
  const ask = (next: typeof dialog) => {
    act.forget()
    setDialog(next)
  }
  const claim = useClaim('payment', payment.id, payment.status === 'pending', payment.claimedBy ?? '')
  const waits = payment.status === 'pending' && !claim.by
  useKeys({
    approve: () => waits && seen && press(),
    reject: () => waits && ask('reject'),
    later: () => waits && onLater(),
  })
  // The user's own decision can also be undone after a reload.
  const { id, invoiceNumber, status, amount, payer, payerChinese } = payment
  useEffect(() => {
    const until = undoUntilRead(payment.undoUntil, Date.now())
    const known = undoStore.current().some((other) => other.paymentId === id || other.others?.includes(id))
    if (until && !known && (status === 'approved' || status === 'rejected'))
      undoStore.add({ paymentId: id, invoiceNumber, payer, payerChinese, kind: status, amount, until })
  }, [id, invoiceNumber, payer, payerChinese, status, amount, payment.undoUntil])
  const send = (verdict: Verdict) => decide(verdict, id)
  const press = () =>
    isDoubtful(payment) ? ask('approve') : send({ kind: 'approved', amount: payment.amount, body: {} })
  const lookalikes = payment.lookalikes ?? []
  return (
    <>
      <PaymentHead payment={payment} near={near} back={back} onGo={onGo} />
      <div
        className={`grid gap-4 lg:items-start ${beside ? 'lg:grid-cols-[minmax(0,1fr)_21rem]' : 'lg:grid-cols-[minmax(0,1fr)_22.5rem]'}`}
      >
        <div className="card min-w-0 space-y-2 p-3 lg:sticky lg:top-16">
          {lookalikes.length > 0 && (
            <Lookalikes
              items={lookalikes}
              beside={beside ? beside.url : undefined}
              onBeside={(next) => setBeside(next ?? null)}
            />
          )}
          <Pictures payment={payment} beside={beside || undefined} onSeen={() => setSeen(true)} />
        </div>
        <div className="card flex min-w-0 flex-col gap-3 p-4 lg:min-h-[calc(100dvh-12rem)]">
          <PaymentFacts payment={payment} beside={beside ? beside.url : undefined} onBeside={setBeside} />
          <DecisionPanel
            payment={payment}
            seen={seen}
            claim={claim}
            act={dialog ? undefined : act}
            next={near.next}
            onNext={onNext}
            onApprove={press}
            onOther={() => ask('approve')}
            onReject={() => ask('reject')}
            onLater={onLater}
          />
        </div>
      </div>
      <ApproveDialog
        open={dialog === 'approve'}
        payment={payment}
        act={act}
        onClose={() => ask(null)}
        onApprove={send}
        onReject={() => ask('reject')}
      />
      <ActDialog wide open={dialog === 'reject'} onClose={() => ask(null)} title={t('payments.reject-ask')}>
        <RejectForm payment={payment} act={act} onClose={() => ask(null)} onReject={send} />
      </ActDialog>
    </>
  )
}
