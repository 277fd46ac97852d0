import { useEffect, useState, type ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money, phone } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { Button } from '../../ui/button.tsx'
import { AfterPayment, OrderProgress } from './after-payment.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { CorrectNames } from './correct-names.tsx'
import type { Invoice } from '../../domain/invoice.ts'
import type { KeepNames } from './keep-names.tsx'
import { LateNotice } from './late-notice.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderLines } from './order-lines.tsx'
import { Papers } from './papers.tsx'
import { Payments } from './payments.tsx'
import { Refunds } from './refunds.tsx'
import { ShareCard } from './share-card.tsx'
import { cancellable, isMemorial, payable } from './status-of.ts'
import { StatusPanel } from './status-panel.tsx'
import { Timeline } from './timeline.tsx'
import { WallChoice } from './wall-choice.tsx'
import { Facts } from '../../ui/facts.tsx'

/**
 * A whole order, which is also its receipt. `action` is what the member can do about its payment, `slip` shows its
 * names as they will be written.
 */
export function InvoiceView({ invoice, action, slip }: { invoice: Invoice; action?: ReactNode; slip?: ReactNode }) {
  const t = useT()
  const given = invoice.status === 'under-verification' || invoice.status === 'paid'
  const lives = !['cancelled', 'expired', 'refunded'].includes(invoice.status)
  const memorial = isMemorial(invoice)
  const { reload } = usePage()
  // The office may have decided meanwhile, or another tab may have paid.
  useOnReturn(() => void reload().catch(() => {}))
  return (
    <div className="space-y-6">
      {given ? (
        <AfterPayment invoice={invoice} slip={slip} memorial={memorial} />
      ) : (
        invoice.lateTransfer?.why !== 'differs' && <StatusPanel invoice={invoice} />
      )}
      {given && <NamesToKeep invoice={invoice} />}
      {invoice.lateTransfer && <LateNotice late={invoice.lateTransfer} />}
      {action}
      <div className="card grid lg:grid-cols-[1fr_22rem]">
        <div className="divide-y divide-line">
          {given && (
            <Row title={t('invoice.steps')}>
              <OrderProgress invoice={invoice} />
            </Row>
          )}
          {invoice.officialReceipt && <Receipt receipt={invoice.officialReceipt} />}
          <Row title={t('invoice.items-title')}>
            <OrderLines items={given ? invoice.items : invoice.items.map((item) => ({ ...item, steps: undefined }))} />
            <Amounts invoice={invoice} />
          </Row>
          {lives && invoice.items.some(({ sheet }) => sheet?.groups?.length) && (
            <CorrectNames
              invoiceId={invoice.id}
              status={invoice.status}
              createdAt={invoice.createdAt}
              onSaved={reload}
            />
          )}
          {asksForWall(invoice) && lives && <WallChoice invoiceId={invoice.id} status={invoice.status} />}
        </div>
        <div className="divide-y divide-line border-t border-line">
          <Row title={t('invoice.about-title')}>
            <About invoice={invoice} />
          </Row>
          {invoice.payments.some(({ status }) => status !== 'voided') && (
            <Row title={t('invoice.payments-title')}>
              <Payments payments={invoice.payments} awaited={invoice.status === 'awaiting-payment'} />
            </Row>
          )}
          {invoice.refunds && invoice.refunds.length > 0 && (
            <Row title={t('invoice.refunds-title')}>
              <Refunds invoice={invoice} />
            </Row>
          )}
          <Row title={t('invoice.papers-title')} screen>
            <Papers url={invoice.invoiceUrl} kind="paper" />
          </Row>
          <details className="no-print p-5 sm:p-6">
            <summary className="touch">
              <h2 className="text-xl underline underline-offset-4">{t('invoice.timeline-title')}</h2>
            </summary>
            <div className="mt-3">
              <Timeline steps={invoice.timeline ?? []} />
            </div>
          </details>
        </div>
      </div>
      {invoice.status === 'paid' && <ShareCard memorial={memorial} />}
      <div className="no-print flex flex-wrap items-start gap-3">
        {(given || invoice.status === 'refunded') && <OrderAgain invoiceId={invoice.id} />}
        <Button icon="print" onClick={() => window.print()}>
          {t('common.print')}
        </Button>
      </div>
      {payable(invoice) && <GiveUp invoice={invoice} />}
    </div>
  )
}

/** Whether a form of the order asked for consent to the merit wall. */
function asksForWall({ items }: Invoice): boolean {
  return items.some(({ sheet }) => sheet?.answers?.some(({ field, type }) => field === 'listed' && type === 'consent'))
}

function Row(props: { title: string; screen?: boolean; children: ReactNode }) {
  return (
    <section className={`p-5 sm:p-6 ${props.screen ? 'no-print' : ''}`}>
      <h2 className="mb-4 text-xl">{props.title}</h2>
      {props.children}
    </section>
  )
}

function Receipt({ receipt }: { receipt: NonNullable<Invoice['officialReceipt']> }) {
  const t = useT()
  return (
    <section className="grid gap-4 p-5 sm:grid-cols-2 sm:p-6">
      <div>
        <h2 className="text-xl">{t('invoice.receipt')}</h2>
        <p className="text-xl font-bold">{receipt.number}</p>
      </div>
      <Papers url={receipt.url} kind="receipt" />
    </section>
  )
}

function GiveUp({ invoice }: { invoice: Invoice }) {
  const t = useT()
  if (cancellable(invoice)) return <CancelOrder invoiceId={invoice.id} />
  return (
    <p className="no-print flex flex-wrap items-center gap-x-6 gap-y-2">
      {t('invoice.cancel-partly')}
      <TemplePhone />
    </p>
  )
}

function Amounts({ invoice }: { invoice: Invoice }) {
  const t = useT()
  const back = (invoice.refunds ?? [])
    .filter(({ extent }) => extent !== 'transfer') // a late transfer, which was never a payment of this order
    .reduce((sum, { amount }) => sum + amount, 0)
  const rows = [
    ['common.field.total', invoice.subTotal, true],
    ['invoice.paid', invoice.paid, invoice.paid > 0],
    ['invoice.due', invoice.due, invoice.paid > 0 && invoice.due > 0],
    ['invoice.refunds-title', back, back > 0],
  ] as const
  return (
    <dl className="mt-4 space-y-1 border-t border-line pt-4">
      {rows
        .filter(([, , shown]) => shown)
        .map(([label, cents]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="font-semibold">{t(label)}</dt>
            <dd className={label === 'common.field.total' ? 'font-figures text-2xl font-semibold' : 'font-bold'}>
              {money(cents)}
            </dd>
          </div>
        ))}
    </dl>
  )
}

function About({ invoice }: { invoice: Invoice }) {
  const t = useT()
  const locale = useLocale()
  const { payer } = invoice
  const rows = [
    [t('invoice.number'), invoice.number],
    [t('invoice.reference'), invoice.paymentReference],
    [t('invoice.created'), dateTime(locale, invoice.createdAt)],
    [t('invoice.payer'), [payer.chineseName, payer.name].filter(Boolean).join(' ')],
    [t('invoice.payer-contact'), [payer.mobile && phone(payer.mobile), payer.email].filter(Boolean).join('\n')],
  ] as const
  return <Facts rows={rows} value="whitespace-pre-line font-semibold" />
}

/**
 * Offers members to save the order's names in their family book. Loaded on demand, since most payers have no account.
 */
function NamesToKeep({ invoice }: { invoice: Invoice }) {
  const { user } = useSession()
  const member = Boolean(user?.member)
  const [offer, setOffer] = useState<{ Offer: typeof KeepNames }>()
  useEffect(() => {
    if (!member) return undefined
    let gone = false
    const load = async () => {
      try {
        const { KeepNames: Offer } = await import('./keep-names.tsx')
        if (!gone) setOffer({ Offer })
      } catch {
        // On failure the order is shown without it.
      }
    }
    void load()
    return () => {
      gone = true
    }
  }, [member])
  return offer && member ? <offer.Offer invoice={invoice} /> : null
}
