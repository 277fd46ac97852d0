import { useCart } from '../site/cart/use-cart.ts'
import { Checkout } from '../features/checkout/checkout.tsx'
import { OrderLines } from '../features/invoice/order-lines.tsx'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function CheckoutPage() {
  const t = useT()
  const cart = usePageData('cart-checkout')
  const { store } = useCart()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('checkout.title')} text={t('checkout.text')} />
      {cart ? (
        <Checkout cart={cart} lines={<OrderLines items={cart.items} />} onPaid={store.clear} />
      ) : (
        <Skeleton lines={6} card />
      )}
    </div>
  )
}
