import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useHref } from '../../page/href.ts'
import { useNavigate } from '../../page/navigation.ts'
import { useSession } from '../../page/session.tsx'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { method, type Cart, type Method } from './cart-type.ts'
import { outcomeOf } from './outcome.ts'
import { declaredOf, transferOf, transferredAt, type Transfer } from './transfer.ts'
import { useLoginDetour } from './use-login-detour.ts'
import { useRemember } from './use-remember.ts'

/** A checkout as it goes: what the server gave, with what was chosen since, which it is told at once. */
export function useCheckout(first: Cart) {
  const [cart, setCart] = useState(first)
  const [transfer, setTransfer] = useState(() => transferOf(first))
  const remember = useRemember()
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const detour = useLoginDetour()
  // The page's data came again, as in another language; what was chosen meanwhile is on the server too.
  useEffect(() => setCart(first), [first])

  const keep = (chosen: Method, said: Transfer) =>
    remember({
      method: chosen,
      declaredAmount: declaredOf(said, cart.subTotal),
      transactionDateTime: transferredAt(said),
    })

  function choose(chosen: Method) {
    setCart((before) => ({ ...before, method: chosen }))
    keep(chosen, transfer)
  }

  function change(said: Transfer, settled: boolean) {
    setTransfer(said)
    const declaredAmount = declaredOf(said, cart.subTotal)
    setCart((before) => ({ ...before, uploadId: said.fileId, files: said.pictures, declaredAmount }))
    if (settled) keep(method.payNow, said)
  }

  const qr = useApi(() => api.post('/api/payment/pay-now/qr'))
  async function showQr() {
    const result = await qr.run(undefined)
    if (!result) return
    const outcome = outcomeOf(result)
    if (result.status === 200) {
      const hold = result.value
      setCart((before) => ({ ...before, method: method.payNow, hold, qrShown: hold.amount, subTotal: hold.amount }))
    } else if (outcome === 'login') await detour()
    else if (outcome === 'cart-changed' || outcome === 'cart-gone') {
      await session.refresh()
      if (outcome === 'cart-changed') toast({ text: 'message.cart-item-updated', type: 'error' })
      else toastFailure(result)
      await navigate(href('cart'))
    } else toastFailure(result)
  }

  return { cart, transfer, choose, change, showQr, showingQr: qr.pending }
}
