import { SheetView } from '../../ui/sheet-view.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { termWords, type Term } from '../../domain/subscription.ts'

/** The terms of a subscription, latest first, each with its order and names. */
export function Terms({ terms }: { terms: readonly Term[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <ol reversed className="space-y-6 border-l-2 border-gold pl-5">
      {terms.toReversed().map((term) => (
        <li key={term.period} className="relative">
          <span
            aria-hidden="true"
            className={`absolute -left-[1.72rem] top-1.5 h-4 w-4 rounded-full border-2 border-gold ${term.paidAt ? 'bg-gold' : 'bg-card'}`}
          />
          <h3 className="text-lg leading-snug">{t('subscription.term-number', { number: term.period })}</h3>
          <p>
            {t('subscription.term-days', {
              from: date(locale, term.startsAt, 'short'),
              to: date(locale, term.endsAt, 'short'),
            })}
          </p>
          <p className="font-semibold">
            {t(termWords(term), { date: term.paidAt ? date(locale, term.paidAt, 'short') : '' })} · {money(term.amount)}
          </p>
          {term.performedAt && (
            <p>{t('subscription.term-performed', { date: date(locale, term.performedAt, 'short') })}</p>
          )}
          <SheetView sheet={term.sheet} className="mt-2" />
          {term.invoiceId ? (
            <Link to="member-profile-invoices-id" params={{ id: term.invoiceId }} className="link touch">
              {t('subscription.term-invoice', { number: term.invoice })}
            </Link>
          ) : (
            <p className="text-ink-2">{t('subscription.term-before')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
