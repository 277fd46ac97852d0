import { useCart } from '../site/cart/use-cart.ts'
import { Checkout } from '../features/checkout/checkout.tsx'
import { OrderLines } from '../features/invoice/order-lines.tsx'
import { useT } from '../i18n/context.tsx'
import { useLast } from '../lib/use-last.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function CheckoutPage() {
  const t = useT()
  const { state, store } = useCart()
  // A cart that has just been paid stays on show until the page of its order does.
  const cart = useLast(state.status === 'ready' ? state.cart : undefined)
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('checkout.title')} text={t('checkout.text')} />
      {cart ? (
        <Checkout key={cart.id} cart={cart} lines={<OrderLines items={cart.items} />} onPaid={store.clear} />
      ) : (
        <Skeleton lines={6} card />
      )}
    </div>
  )
}
