import { useLocale, useT } from '../../i18n/context.tsx'
import { money, time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Cart } from '../../domain/cart.ts'
import type { QrState } from './progress.ts'

type Props = { cart: Cart; qr: QrState; pending: boolean; onShow: () => Promise<void> }

/** Shown instead of a QR code: none was requested yet, or it has expired and a new one can be requested. */
export function NoCode({ cart, qr, pending, onShow }: Props) {
  const t = useT()
  const locale = useLocale()
  if (qr === 'none')
    return (
      <div className="space-y-4">
        <p className="text-lg">{t('checkout.qr-text', { amount: money(cart.subTotal) })}</p>
        <Button kind="primary" wide pending={pending} onClick={() => void onShow()}>
          {t('checkout.qr-show')}
        </Button>
      </div>
    )
  return (
    <div className="space-y-4">
      <Notice kind="warning" title={t('checkout.qr-over-title')}>
        {qr === 'late' && cart.hold
          ? t('checkout.qr-late-text', { time: time(locale, cart.hold.heldUntil), amount: money(cart.hold.amount) })
          : t('checkout.qr-over-text', { amount: money(cart.qrShown ?? cart.subTotal) })}
      </Notice>
      <Button wide pending={pending} onClick={() => void onShow()}>
        {t('checkout.qr-new')}
      </Button>
    </div>
  )
}
