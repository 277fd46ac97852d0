import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { StatusBadge } from '../../features/invoice/status-badge.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money, phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { CashForm } from './cash-form.tsx'
import { CashDone } from './cash-done.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import type { FoundInvoice } from './counter-queries.ts'
import { refresh } from '../kit/query/refresh.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { TogetherDone } from './together-done.tsx'
import { TogetherForm, type Together, type Unpaid } from './together-form.tsx'
import { Facts } from '../../ui/facts.tsx'

type Props = {
  invoice: FoundInvoice
  /** Back to the orders found together with it. */
  onBack?: () => void
  /** To the next visitor at the counter. */
  onNext: () => void
}

/** An order at the counter: its items, with the cash form beside it. */
export function CounterInvoice({ invoice: found, onBack, onNext }: Props) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [taken, setTaken] = useState<{ cash: Value<'/api/admin/invoice/{id}/cash', 'post'>; undoable: number }>()
  const [undone, setUndone] = useState<FoundInvoice>()
  const [several, setSeveral] = useState(false)
  const [together, setTogether] = useState<{ taken: Together; undoable: number }>()
  const invoice = taken?.cash.invoice ?? undone ?? found
  const unpaid = useQuery({
    queryKey: ['found', 'unpaid', invoice.id],
    meta: { shows: ['money'] },
    queryFn: () => valueOf(() => api.get('/api/admin/invoice/{id}/unpaid', { params: { id: invoice.id } })),
    enabled: invoice.due > 0,
  })
  const orders = unpaid.data?.items ?? []
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] md:items-start">
      <Panel className="max-md:order-last">
        {onBack && (
          <button type="button" className="link touch mb-2 gap-1.5" onClick={onBack}>
            <Icon name="back" size={20} />
            {t('counter.back-to-found')}
          </button>
        )}
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 ref={heading} className="text-2xl">
              <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
            </h2>
            {invoice.payer.mobile && <p className="text-ink-2">{phone(invoice.payer.mobile)}</p>}
            {invoice.payer.email && <p className="wrap-anywhere text-ink-2">{invoice.payer.email}</p>}
          </div>
          <StatusBadge status={invoice.status} />
        </div>
        <p className="mb-4 text-sm text-ink-2">
          {invoice.number} · <span className="font-mono tracking-wide">{invoice.paymentReference}</span>
          <span className="block">{dateTime(locale, invoice.createdAt)}</span>
        </p>
        <OrderLines items={invoice.items ?? []} every />
        <Facts
          className="mt-4 space-y-1 border-t border-line pt-4"
          row="flex items-baseline justify-between gap-4"
          term=""
          value="text-lg font-bold"
          rows={[
            [t('common.field.total'), money(invoice.subTotal)],
            invoice.paid > 0 && [t('invoice.paid'), money(invoice.paid)],
          ]}
        />
      </Panel>
      <div className="space-y-4">
        {taken ? (
          <CashDone
            taken={taken.cash}
            undoable={taken.undoable}
            onNext={onNext}
            onRest={() => {
              setUndone(taken.cash.invoice)
              setTaken(undefined)
            }}
            onUndone={(back) => {
              setUndone(back)
              setTaken(undefined)
              toast({ text: 'office.undone-toast', params: { number: back.number } })
              void refresh(client, 'money')
            }}
          />
        ) : together ? (
          <TogetherDone
            taken={together.taken}
            undoable={together.undoable}
            onNext={onNext}
            onUndone={() => {
              setTogether(undefined)
              void refresh(client, 'money')
            }}
          />
        ) : several && orders.length > 1 ? (
          <TogetherForm
            orders={orders}
            onBack={() => setSeveral(false)}
            onTaken={(all, undoable) => {
              setTogether({ taken: all, undoable })
              setSeveral(false)
              void refresh(client, 'money')
            }}
          />
        ) : (
          <Payable
            invoice={invoice}
            orders={orders}
            onTogether={() => setSeveral(true)}
            onTaken={(cash, undoable) => {
              setTaken({ cash, undoable })
              void refresh(client, 'money')
            }}
          />
        )}
      </div>
    </div>
  )
}

type PayableProps = {
  invoice: FoundInvoice
  /** The same person's unpaid orders, including this one. */
  orders: readonly Unpaid[]
  onTaken: Parameters<typeof CashForm>[0]['onTaken']
  onTogether: () => void
}

function Payable(props: PayableProps) {
  const t = useT()
  const { invoice, orders } = props
  if (invoice.due <= 0 || invoice.status === 'paid' || invoice.status === 'refunded') {
    return (
      <>
        <Notice kind="success" title={t(`invoice.badge-${invoice.status}`)}>
          {t(invoice.status === 'refunded' ? 'counter.is-refunded-text' : 'counter.is-paid-text')}
        </Notice>
        <ReceiptCard invoice={invoice} />
      </>
    )
  }
  const warned = (['under-verification', 'expired', 'cancelled'] as const).find((status) => status === invoice.status)
  return (
    <>
      {warned && (
        <Notice kind="warning" title={t(`counter.cash-${warned}`)}>
          {t(`counter.cash-${warned}-text`)}
        </Notice>
      )}
      {orders.length > 1 && orders.some(({ id }) => id === invoice.id) && (
        <Button wide onClick={props.onTogether}>
          {t('counter.pay-together', {
            count: orders.length,
            amount: money(orders.reduce((sum, { due }) => sum + due, 0)),
          })}
        </Button>
      )}
      <CashForm invoice={invoice} whole={warned !== undefined} onTaken={props.onTaken} />
    </>
  )
}
