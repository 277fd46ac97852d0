import { statuses } from '../../domain/invoice.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CashDone } from '../counter/cash-done.tsx'
import { ReceiptCard } from '../counter/receipt-card.tsx'
import { cashFor } from './draft-memory.ts'
import type { WalkIn } from './walk-in-queries.ts'

type Props = {
  invoice: WalkIn['invoice']
  onNext: () => void
  /** Called when the cash was undone. */
  onUndone: () => void
}

/** The state of a counter order once nothing more is expected at the counter. */
export function MadeState({ invoice, onNext, onUndone }: Props) {
  const t = useT()
  const cash = cashFor(invoice.id)
  const taken = invoice.payments?.findLast(({ method, status }) => method === 1 && status === 'approved')
  if (invoice.status === 'paid' && cash && taken) {
    const { given, change, undoable } = cash
    return (
      <CashDone
        taken={{ invoice, given, change, paymentId: taken.id, undoUntil: '' }}
        undoable={undoable}
        onUndone={onUndone}
        onNext={onNext}
        onRest={onNext}
      />
    )
  }
  const status = statuses.find((known) => known === invoice.status)
  return (
    <>
      <Notice
        kind={invoice.status === 'paid' || invoice.status === 'under-verification' ? 'success' : 'info'}
        role="status"
        title={status && t(`invoice.badge-${status}`)}
      >
        {invoice.status === 'under-verification' && t('walk-in.treasurer-looks')}
      </Notice>
      <ReceiptCard invoice={invoice} />
      <Button wide kind="primary" onClick={onNext}>
        {t('office.next-person')}
      </Button>
    </>
  )
}
