import { LatePicture } from '../features/checkout/late-picture.tsx'
import { PayInvoice } from '../features/checkout/pay-invoice.tsx'
import { CounterCode } from '../features/invoice/counter-code.tsx'
import { InvoiceView } from '../features/invoice/invoice-view.tsx'
import { PaperSlip } from '../features/offering/paper-slip.tsx'
import { ended, isMemorial, lastMethod, payable, refusedPayment } from '../features/invoice/status-of.ts'
import type { Invoice } from '../domain/invoice.ts'
import { calledBy } from '../domain/names.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The page after a payment, and the target of links in its e-mails: the order, and what is still to be done. */
export default function TransactionStatusPage() {
  const t = useT()
  const invoice = usePageData('transaction-status', 'member-profile-invoices-id')
  return (
    <div className="wrap pb-8">
      <PageHeading eyebrow={invoice?.number} title={t('invoice.title')} />
      {invoice ? (
        <>
          <InvoiceView
            invoice={invoice}
            slip={slipOf(invoice)}
            action={
              payable(invoice) ? (
                <PayInvoice
                  key={`${invoice.id} ${invoice.payments.length} ${invoice.status}`}
                  invoice={invoice}
                  method={lastMethod(invoice.payments)}
                  refused={refusedOf(invoice)}
                  counter={<CounterCode codeUrl={invoice.codeUrl} reference={invoice.paymentReference} />}
                />
              ) : (
                ended(invoice) && <LatePicture key={invoice.id} invoice={invoice} />
              )
            }
          />
          <p className="no-print mt-8">
            <Link to="member-profile-invoices" className="link touch">
              {t('invoice.to-list')}
            </Link>
          </p>
        </>
      ) : (
        <Skeleton lines={6} card />
      )}
    </div>
  )
}

function refusedOf(invoice: Invoice) {
  const refused = refusedPayment(invoice)
  return refused && { ...refused, at: refused.transactionDateTime || refused.createdAt }
}

/** How many names fit on the slip. */
const room = 5

/** The slip for the first item with names. */
function slipOf(invoice: Invoice) {
  const item = invoice.items.find(({ sheet }) => (sheet?.groups ?? []).length > 0)
  if (!item) return undefined
  const named = (departed: boolean) =>
    (item.sheet?.groups ?? [])
      .filter(({ kind }) => (kind === 'departed') === departed)
      .flatMap(({ people }) => people.map(calledBy))
      .slice(0, room)
  return (
    <PaperSlip
      living={named(false)}
      departed={named(true)}
      option={item.optionTitle}
      memorial={isMemorial({ items: [item] })}
      hangs
    />
  )
}
