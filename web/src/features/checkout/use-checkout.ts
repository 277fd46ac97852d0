import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Refusal } from '../../api/result.ts'
import { tellCartChanged, tellFailure } from '../../forms/failure-store.ts'
import { useCart } from '../../site/cart/use-cart.ts'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useAct } from '../../forms/use-act.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { method, type Cart, type Method } from '../../domain/cart.ts'
import { outcomeOf } from './outcome.ts'
import { saidOf, transferOf, type Transfer } from './transfer.ts'
import { useLoginDetour } from './use-login-detour.ts'
import { useRemember } from './use-remember.ts'

/**
 * The choices and inputs of a cart's checkout. They start with what the server has stored, and are sent to it at once.
 */
export function useCheckout(cart: Cart) {
  const { store } = useCart()
  const [picked, pick] = useState<Method>()
  const [transfer, setTransfer] = useState(() => transferOf(cart))
  const remember = useRemember()
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const detour = useLoginDetour()
  const { reload, site } = usePage()
  // Another tab may have changed the cart.
  useOnReturn(() => void reload().catch(console.warn))

  const keep = (chosen: Method, said: Transfer) => remember.keep({ method: chosen, ...saidOf(said) })

  /** Chooses the payment method. `scans`: the QR code of PayNow is requested at once if there was none. */
  function choose(chosen: Method, scans: boolean) {
    pick(chosen)
    keep(chosen, transfer)
    if (site.confirms) return // its code is that of an order
    if (scans && chosen === method.payNow && !cart.hold && cart.qrShown === undefined && !transfer.fileId) void showQr()
  }

  function change(said: Transfer, settled: boolean) {
    setTransfer(said)
    if (settled) keep(method.payNow, said)
  }

  const qr = useAct(() => api.post('/api/payment/pay-now/qr'), {
    done: (hold) => {
      pick(method.payNow)
      store.show({ ...cart, hold, qrShown: hold.amount, subTotal: hold.amount })
    },
    refused: (result) => {
      void follow(result)
      return true
    },
  })
  const showQr = async () => void (await qr.send())

  async function follow(result: Refusal | null) {
    const outcome = outcomeOf(result)
    if (outcome === 'login') return detour()
    if (outcome !== 'cart-changed' && outcome !== 'cart-gone') return tellFailure(result)
    await session.refresh()
    if (outcome === 'cart-changed') tellCartChanged()
    else tellFailure(result)
    await navigate(href('cart'))
  }

  const chosen = picked ?? cart.method
  return { chosen, transfer, choose, change, showQr, showingQr: qr.pending, stopRemembering: remember.stop }
}
