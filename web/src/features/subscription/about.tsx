import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { status, type Subscription } from '../../domain/subscription.ts'

/** The plain facts of a subscription. */
export function About({ of }: { of: Subscription }) {
  const t = useT()
  const locale = useLocale()
  const rows = [
    ['subscription.about-since', date(locale, of.startsAt)],
    ['subscription.about-until', date(locale, of.endsAt)],
    ['subscription.about-quantity', of.quantity > 1 ? String(of.quantity) : ''],
    ['subscription.about-price', of.status === status.active ? money(of.price) : ''],
  ] as const
  return (
    <dl className="space-y-3">
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{t(label)}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
