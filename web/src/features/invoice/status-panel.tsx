import { keyFor } from '../../i18n/messages.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { deadline, money } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { TemplePhone } from '../../site/router/temple-phone.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Invoice } from '../../domain/invoice.ts'
import { OrderAgain } from './order-again.tsx'
import { lookOf, refusedPayment, situationOf } from './status-of.ts'

const tones = {
  wait: { box: 'border-gold bg-gold-1', mark: 'bg-gold-3 text-lacquer' },
  good: { box: 'border-jade bg-jade-1', mark: 'bg-jade text-white' },
  act: { box: 'border-cinnabar bg-cinnabar-1', mark: 'bg-cinnabar text-white' },
  over: { box: 'border-line-2 bg-paper-2', mark: 'bg-ink-2 text-white' },
}

/** The status of the order in words, and what happens next. */
export function StatusPanel({ invoice }: { invoice: Invoice }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  const situation = situationOf(invoice)
  // Whether a screenshot is needed depends on whether the payment provider can be reached.
  const words = situation === 'awaiting-transfer' && site.confirms ? 'awaiting-confirmed' : situation
  const { tone, icon } =
    situation === 'unreadable' ? ({ tone: 'good', icon: 'check' } as const) : lookOf(invoice.status)
  const refused = refusedPayment(invoice)
  const vars = {
    amount: money(invoice.due),
    paid: money(invoice.paid),
    until: invoice.expiresAt ? deadline(locale, invoice.createdAt, invoice.expiresAt) : '',
  }
  const payable = invoice.expiresAt && (invoice.status === 'awaiting-payment' || invoice.status === 'rejected')
  return (
    <section
      aria-labelledby="status-heading"
      className={`flex flex-wrap gap-4 rounded-card sm:flex-nowrap border-l-8 p-5 sm:p-6 ${tones[tone].box}`}
    >
      <span className={`grid h-12 w-12 shrink-0 place-items-center rounded-full ${tones[tone].mark}`}>
        <Icon name={icon} size={28} />
      </span>
      <div className="min-w-0 space-y-2 text-lg">
        <h2 id="status-heading" className="text-2xl">
          {t(`invoice.status-${words}-title`)}
        </h2>
        {refused?.reason && <p className="font-semibold">{t(keyFor('payment.reason.', refused.reason))}</p>}
        {refused?.note && <p className="whitespace-pre-line">{t('invoice.note', { note: refused.note })}</p>}
        {!invoice.lateTransfer && <p>{t(`invoice.next-${words}`, vars)}</p>}
        {payable && !invoice.lateTransfer && <p className="font-semibold">{t('invoice.until', vars)}</p>}
        {situation !== 'paid' && (
          <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-2 text-base">
            {(situation === 'expired' || situation === 'cancelled') && <OrderAgain invoiceId={invoice.id} />}
            <TemplePhone />
          </div>
        )}
      </div>
    </section>
  )
}
