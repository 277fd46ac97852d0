import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { status, type Subscription } from '../../domain/subscription.ts'
import { Facts } from '../../ui/facts.tsx'

/** The facts of a subscription. */
export function About({ of }: { of: Subscription }) {
  const t = useT()
  const locale = useLocale()
  const rows = [
    [t('subscription.about-since'), date(locale, of.startsAt)],
    [t('subscription.about-until'), date(locale, of.endsAt)],
    [t('subscription.about-quantity'), of.quantity > 1 ? String(of.quantity) : ''],
    [t('subscription.about-price'), of.status === status.active ? money(of.price) : ''],
  ] as const
  return <Facts rows={rows} />
}
