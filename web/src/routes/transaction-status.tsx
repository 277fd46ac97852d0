import { LatePicture } from '../features/checkout/late-picture.tsx'
import { PayInvoice } from '../features/checkout/pay-invoice.tsx'
import { CounterCode } from '../features/invoice/counter-code.tsx'
import { InvoiceView } from '../features/invoice/invoice-view.tsx'
import { ended, lastMethod, payable, refusedPayment } from '../features/invoice/status-of.ts'
import type { Invoice } from '../domain/invoice.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Where a payment leads, and the links in its mails: the order, and what is still to be done about it. */
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
