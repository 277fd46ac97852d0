import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'

/** Places an order whose PayNow payment is confirmed by the payment provider; its page shows the code. */
export function ConfirmedPanel(props: { total: number; pending: boolean; onOrder: () => void }) {
  const t = useT()
  return (
    <div className="card p-5 sm:p-6">
      <Button kind="primary" wide pending={props.pending} onClick={props.onOrder}>
        {t('checkout.confirm-order', { amount: money(props.total) })}
      </Button>
    </div>
  )
}
