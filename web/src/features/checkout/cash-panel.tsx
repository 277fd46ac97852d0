import { useLocale, useT } from '../../i18n/context.tsx'
import { money, openHours } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'

/** How to pay at the counter, and the button that places the order. */
export function CashPanel(props: { total: number; pending: boolean; onPay: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  return (
    <div className="card space-y-4 p-5 sm:p-6">
      <ol className="list-decimal space-y-1.5 pl-6 text-lg">
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>{t(`checkout.cash-${step}`)}</li>
        ))}
      </ol>
      <p>
        {site.address}
        {site.hoursToday && <> · {t('checkout.open-today', { hours: openHours(locale, site.hoursToday) })}</>}
      </p>
      <Button kind="primary" wide pending={props.pending} onClick={props.onPay}>
        {t('checkout.cash-pay', { amount: money(props.total) })}
      </Button>
    </div>
  )
}
