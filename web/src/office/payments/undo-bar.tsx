import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useKeys } from '../kit/keyboard.ts'
import { guarded } from '../kit/session-gate.ts'
import { paymentQuery } from './payment-queries.ts'
import { undoStore, type Decision } from '../kit/undo-store.ts'
import { refresh } from '../kit/refresh.ts'

/** One's own decisions of the last half minute, on every page: they can still be taken back. */
export function UndoBar() {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [place, navigate] = useLocation()
  const decisions = useSyncExternalStore(undoStore.subscribe, undoStore.current)
  const undo = useApi((decision: Decision) =>
    guarded(() => api.post('/api/admin/payment/{id}/undo', { params: { id: decision.paymentId } })),
  )
  const take = async (decision: Decision) => {
    const result = await undo.run(decision)
    if (result?.status === 200) {
      undoStore.remove(decision.paymentId)
      toast({ text: 'office.undone', params: { number: decision.invoiceNumber } })
      client.setQueryData(paymentQuery(decision.paymentId, locale).queryKey, result.value.payment)
      // The desk has gone on meanwhile: what waits again is shown.
      if (place.startsWith('/payments')) navigate(`/payments/${decision.paymentId}`)
    } else {
      if (result?.status === 400) undoStore.remove(decision.paymentId)
      toastFailure(result)
    }
    void refresh(client, 'money', 'payment')
  }
  const latest = decisions.at(-1)
  useKeys({ undo: latest && (() => void take(latest)) })
  return (
    <div
      role="status"
      aria-label={t('office.key-undo')}
      className="no-print pointer-events-none fixed inset-x-0 z-40 flex flex-col gap-2 px-4 max-md:top-28 md:bottom-4 md:px-6"
    >
      {decisions.map((decision) => (
        <Line
          key={decision.paymentId}
          decision={decision}
          pending={undo.pending}
          shortcut={decision === latest}
          onUndo={() => void take(decision)}
        />
      ))}
    </div>
  )
}

function Line(props: { decision: Decision; pending: boolean; shortcut: boolean; onUndo: () => void }) {
  const t = useT()
  const { decision } = props
  const left = useCountdown(decision.until)
  return (
    <div className="pointer-events-auto flex w-full max-w-xl animate-rise items-center gap-3 rounded-2xl border border-gold/60 bg-lacquer py-2 pl-4 pr-2 text-gold-1 shadow-lift">
      <Icon name={decision.kind === 'approved' ? 'check' : 'close'} className="shrink-0 text-gold-3" />
      <p className="min-w-0 grow font-semibold leading-snug">
        {t(`office.did-${decision.kind}`, { number: decision.invoiceNumber, amount: money(decision.amount) })}
      </p>
      <span aria-hidden="true" className="shrink-0 tabular-nums text-gold-3">
        {t('office.seconds', { count: left })}
      </span>
      <button
        type="button"
        aria-disabled={props.pending || undefined}
        onClick={() => props.pending || props.onUndo()}
        className="min-h-11 shrink-0 rounded-full bg-gold-3 px-5 font-bold text-lacquer hover:bg-gold-1"
      >
        {t('office.undo')}
        {props.shortcut && (
          <span aria-hidden="true" className="ml-2 text-sm font-normal max-md:hidden">
            U
          </span>
        )}
      </button>
    </div>
  )
}
