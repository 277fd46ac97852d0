import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { Key } from '../kit/act/key.tsx'
import { useKeys, statementKeys } from '../kit/act/keyboard.ts'
import { undoUntil } from '../kit/act/undo-store.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Line, Statement } from './bank-queries.ts'
import { proposed } from './line-parts.ts'
import { SettleUndo, type Settled } from './settle-undo.tsx'
import type { Selection } from './use-selection.ts'

type Props = { statement: Statement; lines: readonly Line[]; selection: Selection }

/**
 * The selection, its sum, and the button that settles it. Notices are delayed by half a minute; a line or the import
 * can be undone.
 */
export function SettleBar({ statement, lines, selection }: Props) {
  const t = useT()
  const { count, sum } = statement.tallies.certain
  // All certain lines are settled by one call, even those not loaded; otherwise one call for each line.
  const together = selection.allCertain ? count : 0
  const single = lines.filter(
    (line) =>
      selection.has(line) && !(selection.allCertain && line.class === 'certain') && (proposed(line) || line.rule),
  )
  const total = together + single.length
  const amount = (together > 0 ? sum : 0) + single.reduce((all, line) => all + line.amount, 0)
  const [settled, setSettled] = useState<Settled>()
  // If certain lines that are not loaded are included, there is no list of the settled lines.
  const certain = lines.filter((line) => line.class === 'certain' && selection.has(line))
  const ids = (together === 0 || certain.length === together ? [...(together ? certain : []), ...single] : []).map(
    ({ id }) => id,
  )
  const act = useActOnce(
    async (_: Omit<Settled, 'until'>, idempotencyKey) => {
      for (const [at, line] of single.entries()) {
        const key = `${idempotencyKey}-${at}`
        const parts = proposed(line)
        // oxlint-disable-next-line no-await-in-loop -- each is a separate settlement, in file order
        const done = parts
          ? await api.post('/api/admin/bank/line/{id}/match', {
              params: { id: line.id },
              body: { parts },
              idempotencyKey: key,
            })
          : await api.post('/api/admin/bank/line/{id}/ignore', {
              params: { id: line.id },
              body: { reason: line.rule?.reason ?? '' },
              idempotencyKey: key,
            })
        if (done.status !== 200) return done
      }
      return together > 0
        ? api.post('/api/admin/bank/statement/{id}/approve', {
            params: { id: statement.id },
            body: { count, sum },
            idempotencyKey,
          })
        : api.get('/api/admin/bank/statement/{id}', { params: { id: statement.id } })
    },
    (_, { ids: went, sum: all }) =>
      setSettled(went.length > 0 ? { ids: went, sum: all, until: undoUntil(Date.now()) } : undefined),
  )
  const settle = () => total > 0 && !act.pending && void act.send({ ids, sum: amount })
  useKeys({ settle, clear: selection.clear }, 'none', statementKeys)
  if (statement.state !== 'ready') return null
  return (
    <div className="no-print sticky bottom-2 z-10 mt-3 space-y-2">
      <ActState act={act} />
      {settled && <SettleUndo key={settled.until} settled={settled} onDone={() => setSettled(undefined)} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-lacquer px-4 py-2 text-gold-1 shadow-lift">
        <p role="status" className="text-sm">
          <b>{t('bank.selected', { count: total })}</b> <span className="text-gold-3">{money(amount)}</span>
        </p>
        <Button
          kind="primary"
          className="min-h-11 px-4 py-1"
          disabled={total === 0}
          pending={act.pending}
          aria-keyshortcuts="Shift+Enter"
          onClick={settle}
        >
          {act.unsent ? t('common.try-again') : t('bank.settle-selected', { count: total })}
          <Key light>⇧↵</Key>
        </Button>
        <button
          type="button"
          aria-keyshortcuts="Escape"
          className="inline-flex min-h-11 items-center gap-2 px-2 text-sm font-bold"
          onClick={selection.clear}
        >
          {t('office.clear')} <Key light>Esc</Key>
        </button>
        <ul
          aria-hidden="true"
          className="ml-auto flex flex-wrap items-center gap-x-3 text-xs text-gold-3 max-xl:hidden"
        >
          <li>
            <Key light>J</Key> <Key light>K</Key> {t('office.keys-move')}
          </li>
          <li>
            <Key light>X</Key> {t('bank.keys-select')}
          </li>
          <li>
            <Key light>↵</Key> {t('bank.keys-do')}
          </li>
          <li>
            <Key light>O</Key> {t('bank.keys-other')}
          </li>
        </ul>
      </div>
    </div>
  )
}
