import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { mayRetry } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { Key } from '../kit/act/key.tsx'
import { useKeys } from '../kit/act/keyboard.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { undoStore, undoWindow, type Decision } from '../kit/act/undo-store.ts'

/** The user's own latest decision, which can be undone for half a minute. The desk shows it above its page. */
export function UndoBar() {
  const [place] = useLocation()
  if (place.startsWith('/payments')) return null
  return (
    <div className="no-print pointer-events-none fixed inset-x-0 z-40 px-4 max-md:top-28 md:bottom-4 md:px-6">
      <div className="max-w-3xl">
        <Undo />
      </div>
    </div>
  )
}

/** The undo bar above the pages of the payment desk. */
export function UndoAtDesk() {
  return (
    <div className="no-print sticky top-16 z-20 -mt-3">
      <Undo />
    </div>
  )
}

function Undo() {
  const t = useT()
  const [place, navigate] = useLocation()
  const decisions = useSyncExternalStore(undoStore.subscribe, undoStore.current)
  const undo = useActOnce(
    async ({ paymentId, others = [] }: Decision, idempotencyKey) => {
      const take = (id: string) =>
        api.post('/api/admin/payment/{id}/undo', { params: { id }, idempotencyKey: `${idempotencyKey}-${id}` })
      const result = await take(paymentId)
      for (const id of others) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as they were decided
        const next = await take(id)
        // One that can no longer be taken back leaves the rest to be.
        if (next.status !== 200 && (next.status !== 400 || mayRetry(next))) return next
      }
      return result
    },
    {
      done: (_, decision) => {
        undoStore.remove(decision.paymentId)
        toast({ text: 'payments.undone', params: { number: decision.invoiceNumber } })
        // The desk has moved on meanwhile: show the payment that waits again.
        if (place.startsWith('/payments') && !decision.others) navigate(`/payments/${decision.paymentId}`)
      },
      refused: (result, decision) => {
        if (result.status === 400 && !mayRetry(result)) undoStore.remove(decision.paymentId)
        return false
      },
      toast: true,
    },
  )
  const latest = decisions.at(-1)
  useKeys({ undo: latest && (() => void undo.send(latest)) })
  return (
    <div role="status" aria-label={t('office.key-undo')}>
      {latest && (
        <Line
          key={latest.paymentId}
          decision={latest}
          more={decisions.length - 1}
          pending={undo.pending}
          onUndo={() => void undo.send(latest)}
        />
      )}
      {undo.unsent && <UnsentNotice onStop={undo.stop} />}
    </div>
  )
}

function Line(props: { decision: Decision; more: number; pending: boolean; onUndo: () => void }) {
  const t = useT()
  const { decision } = props
  const left = useCountdown(decision.until)
  const approved = decision.kind === 'approved'
  return (
    <div
      className={`pointer-events-auto relative mb-2 flex min-h-11 w-full items-center gap-3 overflow-hidden rounded-2xl pl-3 pr-1 shadow-card ${approved ? 'bg-jade-1 text-jade' : 'bg-gold-1 text-gold-7'}`}
    >
      <span
        className={`grid h-6 w-6 shrink-0 place-items-center rounded-full text-white ${approved ? 'bg-jade' : 'bg-gold-7'}`}
      >
        <Icon name={approved ? 'check' : 'close'} size={16} />
      </span>
      <p className="min-w-0 grow text-sm leading-snug">
        <b>
          {decision.payer ? (
            <PayerNames name={decision.payer} chinese={decision.payerChinese ?? ''} />
          ) : (
            decision.invoiceNumber
          )}
        </b>{' '}
        {decision.others
          ? t('payments.did-together', { count: decision.others.length + 1, amount: money(decision.amount) })
          : t(approved ? 'payments.did-approved' : 'payments.did-rejected', { amount: money(decision.amount) })}
        {approved && decision.receipt && ` · ${t('payments.receipt-waits', { number: decision.receipt })}`}
        {props.more > 0 && ` · ${t('payments.undo-more', { count: props.more })}`}
      </p>
      <b aria-hidden="true" className="shrink-0 text-sm tabular-nums">
        {t('office.seconds', { count: left })}
      </b>
      <button
        type="button"
        aria-disabled={props.pending || undefined}
        aria-keyshortcuts="z"
        onClick={() => props.pending || props.onUndo()}
        className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-3 text-sm font-bold hover:bg-white/60"
      >
        <Icon name="undo" size={18} />
        {t('common.undo')}
        <Key>Z</Key>
      </button>
      <span
        aria-hidden="true"
        ref={(bar) => bar?.style.setProperty('width', `${Math.min(100, (left * 100_000) / undoWindow)}%`)}
        className={`absolute bottom-0 left-0 h-1 ${approved ? 'bg-jade' : 'bg-gold-7'}`}
      />
    </div>
  )
}
