import { useEffect, useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money, time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Cart } from '../../domain/cart.ts'
import { nextChange, nextTodo, qrState, type QrState } from './progress.ts'
import { QrCard } from './qr-card.tsx'
import { TodoLine } from './todo-line.tsx'

type Props = { cart: Cart; pending: boolean; onShow: () => void }

/** The QR code, or the button that shows it; before and after it stands what is still to do. */
export function PayNowPanel({ cart, pending, onShow }: Props) {
  const qr = useQrState(cart)
  const todo = nextTodo(cart, qr)
  const done = (cart.files?.length ?? 0) > 0
  return (
    <div className="mt-4 space-y-4">
      <TodoLine todo={todo} to={todo === 'qr' ? undefined : 'pay'} />
      {cart.hold && qr === 'live' ? (
        <Shown cart={cart} folded={done} />
      ) : (
        <Hidden cart={cart} qr={qr} folded={done} pending={pending} onShow={onShow} />
      )}
      {cart.hold && qr === 'live' && !done && <TodoLine todo={todo} to={todo === 'qr' ? undefined : 'pay'} />}
    </div>
  )
}

function Shown({ cart, folded }: { cart: Cart; folded: boolean }) {
  const t = useT()
  if (!cart.hold) return null
  if (!folded) return <QrCard hold={cart.hold} />
  return (
    <details className="rounded-2xl">
      <summary className="link inline-block py-2">{t('checkout.qr-unfold')}</summary>
      <div className="mt-3">
        <QrCard hold={cart.hold} />
      </div>
    </details>
  )
}

function Hidden({ cart, qr, folded, pending, onShow }: Props & { qr: QrState; folded: boolean }) {
  const t = useT()
  const locale = useLocale()
  if (folded) return null
  const again = qr !== 'none'
  return (
    <>
      {again && (
        <Notice kind="warning" title={t('checkout.qr-over-title')}>
          {qr === 'late' && cart.hold
            ? t('checkout.qr-late-text', { time: time(locale, cart.hold.heldUntil), amount: money(cart.hold.amount) })
            : t('checkout.qr-over-text', { amount: money(cart.qrShown ?? cart.subTotal) })}
        </Notice>
      )}
      {!again && <p className="text-lg">{t('checkout.qr-text', { amount: money(cart.subTotal) })}</p>}
      <Button kind={again ? 'plain' : 'primary'} wide pending={pending} onClick={onShow}>
        {t(again ? 'checkout.qr-new' : 'checkout.qr-show')}
      </Button>
    </>
  )
}

/** The state of the QR code, looked at again at the moment when it changes by itself. */
export function useQrState(cart: Cart): QrState {
  const [now, setNow] = useState(() => Date.now())
  const { hold } = cart
  const state = qrState(cart, now)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the clock is looked at when the hold changes
    setNow(Date.now())
    const next = nextChange(hold, Date.now())
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now() + 50)
    return () => clearTimeout(timer)
  }, [hold, state])
  return state
}
