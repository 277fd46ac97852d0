import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { inTurn } from '../kit/act/in-turn.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { readPaper } from './paper-choice.ts'
import { PrintReceipt } from './print-receipt.tsx'
import type { Together } from './together-form.tsx'

type Props = {
  taken: Together
  /** The end of the undo period: epoch milliseconds of this device. */
  undoable: number
  onUndone: () => void
  onNext: () => void
}

/** Shown when the cash for several orders is booked: the change, all receipts, and the undo button. */
export function TogetherDone({ taken, undoable, onUndone, onNext }: Props) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const left = useCountdown(undoable)
  const [printed, setPrinted] = useState(0)
  useEffect(() => {
    box.current?.focus()
  }, [])
  const invoices = taken.invoices ?? []
  const [paper] = useState(readPaper)
  const undo = useActOnce(
    (ids: readonly string[], idempotencyKey) =>
      inTurn(ids, idempotencyKey, (id, key) =>
        api.post('/api/admin/cash/{id}/undo', { params: { id }, idempotencyKey: key }),
      ),
    onUndone,
  )
  return (
    <>
      <div ref={box} tabIndex={-1} role="status" className="card animate-rise overflow-hidden outline-none">
        <div className="bg-jade p-6 text-center text-white">
          <Icon name="check" size={36} className="mx-auto" />
          <p className="mt-1 text-lg font-semibold">{t(taken.change > 0 ? 'office.give-back' : 'office.no-change')}</p>
          {taken.change > 0 && (
            <p className="font-display text-6xl font-semibold leading-tight">{money(taken.change)}</p>
          )}
        </div>
        <ul className="space-y-1 p-5 text-center text-lg">
          {invoices.map((one) => (
            <li key={one.id}>
              {one.number} · <b>{one.officialReceipt?.number}</b>
            </li>
          ))}
        </ul>
      </div>
      <Button wide kind="primary" icon="print" onClick={() => setPrinted((times) => times + 1)}>
        {t('counter.print-receipts', { count: invoices.length })}
      </Button>
      <Button wide onClick={onNext}>
        {t('office.next-person')}
      </Button>
      <ActState act={undo} />
      {left > 0 && (
        <Button kind="danger" wide pending={undo.pending} onClick={() => void undo.send(taken.paymentIds ?? [])}>
          {t('counter.undo', { seconds: left })}
        </Button>
      )}
      {printed > 0 && (
        <PrintReceipt
          key={printed}
          invoices={invoices.map(({ id }) => id)}
          choice={paper.paper === 'none' ? { ...paper, paper: 'a5' } : paper}
          locale={invoices[0]?.locale === 'zh' ? 'zh' : 'en'}
          onFailed={() => toast({ text: 'office.print-failed', type: 'error' })}
        />
      )}
    </>
  )
}
