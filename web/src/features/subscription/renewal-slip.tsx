import { Panel } from '../../ui/panel.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import type { Renewal } from '../../domain/subscription.ts'
import { Facts } from '../../ui/facts.tsx'

/** What the recipient of a renewal link pays for. */
export function RenewalSlip({ renewal }: { renewal: Renewal }) {
  const t = useT()
  const locale = useLocale()
  const { startsAt, endsAt } = renewal
  const rows = [
    [
      t('subscription.renewal-days'),
      startsAt && endsAt
        ? t('subscription.term-days', { from: date(locale, startsAt, 'short'), to: date(locale, endsAt, 'short') })
        : '',
    ],
    [t('subscription.about-quantity'), renewal.quantity > 1 ? String(renewal.quantity) : ''],
    [t('subscription.renewal-number'), renewal.number],
    [t('subscription.renewal-amount'), money(renewal.subTotal)],
  ] as const
  return (
    <Panel aria-labelledby="renewal-slip">
      <h2 id="renewal-slip" className="text-2xl">
        {renewal.title}
      </h2>
      <p className="text-ink-2">
        {[renewal.optionTitle, t(`subscription.term-${renewal.term}`)].filter(Boolean).join(' · ')}
      </p>
      <SheetView sheet={renewal.sheet} />
      <Facts
        rows={rows}
        className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-1"
        value="text-lg font-semibold"
      />
    </Panel>
  )
}
