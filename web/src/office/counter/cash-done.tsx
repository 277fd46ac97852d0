import { useEffect, useRef } from 'react'
import type { Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { UndoCash } from './undo-cash.tsx'

type Props = {
  taken: Value<'/api/admin/invoice/{id}/cash', 'post'>
  /** The end of the undo period: epoch milliseconds of this device. */
  undoable: number
  onUndone: (invoice: Value<'/api/admin/cash/{id}/undo', 'post'>['invoice']) => void
  onNext: () => void
  /** Continues with the amount still due of the same order. */
  onRest: () => void
}

/** Shown when cash is booked: the change, and the receipt. */
export function CashDone({ taken, undoable, onUndone, onNext, onRest }: Props) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const { invoice, change } = taken
  return (
    <>
      <div ref={box} tabIndex={-1} role="status" className="card animate-rise overflow-hidden outline-none">
        <div className="bg-jade p-6 text-center text-white">
          <Icon name="check" size={36} className="mx-auto" />
          <p className="mt-1 text-lg font-semibold">{t(change > 0 ? 'office.give-back' : 'office.no-change')}</p>
          {change > 0 && <p className="font-display text-6xl font-semibold leading-tight">{money(change)}</p>}
        </div>
        <p className="p-5 text-center text-lg font-bold">
          {invoice.due > 0
            ? t('counter.booked-part', { number: invoice.number, rest: money(invoice.due) })
            : t('counter.booked', { number: invoice.number })}
        </p>
      </div>
      <ReceiptCard invoice={invoice} change={taken} />
      {invoice.due > 0 && (
        <Button wide onClick={onRest}>
          {t('counter.take-rest')}
        </Button>
      )}
      <Button wide kind={invoice.officialReceipt ? 'plain' : 'primary'} onClick={onNext}>
        {t('office.next-person')}
      </Button>
      <UndoCash paymentId={taken.paymentId} until={undoable} onUndone={onUndone} />
    </>
  )
}
