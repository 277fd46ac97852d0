import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { sentenceOf, type Subscription } from '../../domain/subscription.ts'

/** The state of a subscription, how long it lasts, and what comes next. */
export function StateSentence({ of }: { of: Subscription }) {
  const t = useT()
  const locale = useLocale()
  return t(sentenceOf(of), {
    until: date(locale, of.endsAt),
    next: of.invoiceAt ? date(locale, of.invoiceAt) : '',
    last: of.payUntil ? date(locale, of.payUntil) : '',
    amount: money(of.renewal?.due ?? of.price),
  })
}
