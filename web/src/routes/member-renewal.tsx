import { keyFor } from '../i18n/messages.ts'
import { useState } from 'react'
import { LatePicture } from '../features/checkout/late-picture.tsx'
import { PayInvoice } from '../features/checkout/pay-invoice.tsx'
import { CounterCode } from '../features/invoice/counter-code.tsx'
import { LateNotice } from '../features/invoice/late-notice.tsx'
import { ended, payable } from '../features/invoice/status-of.ts'
import { RenewalSlip } from '../features/subscription/renewal-slip.tsx'
import { status, type Renewal } from '../domain/subscription.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const cash = 1
const payNow = 2001

/** The target of a renewal reminder's link: an order that anyone with the link can see and pay. */
export default function RenewalPage() {
  const t = useT()
  const renewal = usePageData('member-renewal')
  return (
    <div className="wrap pb-8">
      <PageHeading
        title={t('subscription.renewal-title')}
        text={renewal && payable(renewal) ? t('subscription.renewal-no-login') : undefined}
      />
      {renewal ? <Opened renewal={renewal} /> : <Skeleton lines={6} card />}
    </div>
  )
}

function Opened({ renewal }: { renewal: Renewal }) {
  const { search } = usePage()
  // The ticket is read once; afterwards the URL has none.
  const [ticket] = useState(() => new URLSearchParams(search).get('ticket') ?? '')
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
      <div className="lg:order-2">
        <RenewalSlip renewal={renewal} />
      </div>
      <div className="min-w-0 space-y-6">
        <Situation renewal={renewal} />
        {ended(renewal) && <LatePicture invoice={{ ...renewal, id: 'renewal' }} ticket={ticket} />}
        {payable(renewal) && <Pay renewal={renewal} ticket={ticket} />}
        <p>
          <TemplePhone />
        </p>
      </div>
    </div>
  )
}

function Pay({ renewal, ticket }: { renewal: Renewal; ticket: string }) {
  const { site } = usePage()
  const { due, paymentReference, status: of, payNowCode, method } = renewal
  return (
    <PayInvoice
      key={`${of} ${method}`}
      invoice={{ id: 'renewal', due, paymentReference, payNowUrl: payNowCode }}
      refused={of === 'rejected' ? { reason: renewal.reason } : undefined}
      method={method ?? (site.payNow ? payNow : cash)}
      counter={<CounterCode codeUrl={renewal.counterCode} reference={paymentReference} />}
      ticket={ticket}
    />
  )
}

/** The state of the order, and its payment deadline. */
function Situation({ renewal }: { renewal: Renewal }) {
  const t = useT()
  const locale = useLocale()
  const until = renewal.expiresAt && (
    <p className="font-semibold">{t('subscription.renewal-until', { date: date(locale, renewal.expiresAt) })}</p>
  )
  if (renewal.lateTransfer) return <LateNotice late={renewal.lateTransfer} />
  switch (renewal.status) {
    case 'under-verification':
      return (
        <Notice kind="success" role="status" title={t('subscription.renewal-checking-title')}>
          {t('subscription.renewal-checking-text')}
        </Notice>
      )
    case 'paid':
      return (
        <Notice kind="success" role="status" title={t('subscription.renewal-paid-title')}>
          {t('subscription.renewal-paid-text')}
        </Notice>
      )
    case 'rejected':
      return (
        <Notice
          kind={renewal.reason === 'unreadable' ? 'success' : 'error'}
          title={t(
            renewal.reason === 'unreadable' ? 'invoice.status-unreadable-title' : 'subscription.renewal-rejected-title',
          )}
        >
          {renewal.reason && <p>{t(keyFor('payment.reason.', renewal.reason))}</p>}
          {renewal.note && <p className="whitespace-pre-line">{t('invoice.note', { note: renewal.note })}</p>}
          {until}
        </Notice>
      )
    case 'awaiting-payment':
      return renewal.method === cash ? (
        <Notice title={t('subscription.renewal-cash-title')}>{until}</Notice>
      ) : (
        <div className="text-lg">{until}</div>
      )
    default:
      return (
        <Notice kind="warning" title={t('subscription.renewal-over-title')}>
          <p>
            {t(
              renewal.subscription === status.active
                ? 'subscription.renewal-replaced-text'
                : 'subscription.renewal-over-text',
            )}
          </p>
          <p className="mt-4">
            <Link to="blessing-service" className={buttonClass('plain')}>
              {t('subscription.book-again')}
            </Link>
          </p>
        </Notice>
      )
  }
}
