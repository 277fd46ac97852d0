import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { inTurn } from '../kit/act/in-turn.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

/** Lines settled by one click, their sum in cents, and until when they can be undone together. */
export type Settled = { ids: readonly string[]; sum: number; until: number }

/** Offers for half a minute, while notices are delayed, to undo what was settled together. */
export function SettleUndo({ settled, onDone }: { settled: Settled; onDone: () => void }) {
  const t = useT()
  const left = useCountdown(settled.until)
  const act = useActOnce(
    (ids: readonly string[], idempotencyKey) =>
      inTurn(ids, idempotencyKey, (id, key) =>
        api.post('/api/admin/bank/line/{id}/undo', { params: { id }, idempotencyKey: key }),
      ),
    onDone,
  )
  if (left <= 0 && !act.pending && !act.unsent) return null
  return (
    <div role="status" className="rounded-card bg-jade-1 px-4 py-1 text-jade shadow-card">
      <div className="flex flex-wrap items-center gap-x-3">
        <Icon name="check" size={20} className="shrink-0" />
        <b className="text-sm">{t('bank.did-settle', { count: settled.ids.length, amount: money(settled.sum) })}</b>
        <button
          type="button"
          aria-disabled={act.pending || undefined}
          onClick={() => act.pending || void (act.unsent ? act.again() : act.send(settled.ids))}
          className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-bold hover:bg-white/60"
        >
          <Icon name="undo" size={18} />
          {t('common.undo')}
        </button>
        <span aria-hidden="true" className="text-sm tabular-nums">
          {t('office.seconds', { count: left })}
        </span>
      </div>
      <ActState act={act} />
    </div>
  )
}
