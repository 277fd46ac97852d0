import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Key } from '../kit/act/key.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { undoStore, undoUntil } from '../kit/act/undo-store.ts'
import { figuresQuery } from '../kit/query/figures-query.ts'
import { searchOf, type QueuePlace, type QueueRow } from './payment-type.ts'

/** Actions that need no payment to be opened, and the keyboard shortcuts. */
export function DeskFoot({ first, place }: { first: QueueRow | undefined; place: QueuePlace }) {
  const t = useT()
  const { data } = useQuery(figuresQuery)
  const confirmed = data?.confirmed
  return (
    <div className="no-print sticky bottom-0 z-10 -mx-4 mt-2 flex flex-wrap items-center gap-2 border-t border-line bg-paper px-4 py-1.5 sm:-mx-6 sm:px-6 lg:flex-nowrap">
      <ul
        aria-hidden="true"
        className="flex min-w-0 grow flex-wrap items-center gap-x-3 text-xs text-ink-2 max-lg:hidden"
      >
        <li>
          <Key>J</Key> <Key>K</Key> {t('office.keys-move')}
        </li>
        <li>
          <Key>↵</Key> {t('payments.keys-open')}
        </li>
        <li>
          <Key>A</Key> {t('payments.keys-approve')}
        </li>
        <li>
          <Key>R</Key> {t('payments.keys-reject')}
        </li>
        <li>
          <Key>?</Key> {t('payments.keys-all')}
        </li>
      </ul>
      {confirmed && confirmed.count > 0 && <Confirmed count={confirmed.count} sum={confirmed.sum} />}
      {first && (
        <Link
          href={`/payments/${first.id}${searchOf(place)}`}
          className={buttonClass('primary', 'min-h-12 shrink-0 px-4 py-1 text-sm')}
        >
          {t('payments.check-first')}
        </Link>
      )}
    </div>
  )
}

/** Approves at once all payments that the bank confirms and that have no warning. They can be undone together. */
function Confirmed({ count, sum }: { count: number; sum: number }) {
  const t = useT()
  const sentAt = useRef(0)
  const approve = useActOnce(
    (_, idempotencyKey) => {
      sentAt.current ||= Date.now()
      return api.post('/api/admin/payment/approve-confirmed', { body: { count, sum }, idempotencyKey })
    },
    (value) => {
      const { approved, leftOut } = value
      const [one, ...others] = approved
      if (one)
        undoStore.add({
          paymentId: one.id,
          invoiceNumber: one.invoiceNumber,
          others: others.map(({ id }) => id),
          kind: 'approved',
          amount: value.sum,
          until: undoUntil(sentAt.current),
        })
      if (leftOut > 0) toast({ text: 'payments.left-out', params: { count: leftOut } })
    },
  )
  const press = () => {
    sentAt.current = 0
    void approve.send()
  }
  return (
    <>
      <ActState act={approve} />
      <Button icon="check" className="min-h-12 px-4 py-1 text-sm" pending={approve.pending} onClick={press}>
        {t('payments.approve-confirmed', { count, sum: money(sum) })}
      </Button>
    </>
  )
}
