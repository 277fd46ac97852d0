import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import type { Refusal } from '../../api/result.ts'
import { tellCartChanged, tellFailure } from '../../forms/failure-store.ts'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useAct } from '../../forms/use-act.ts'
import { useOnReturn } from '../../lib/use-on-return.ts'
import { toast } from '../../ui/toast-store.ts'
import { method, type Cart, type Method } from '../../domain/cart.ts'
import { outcomeOf } from './outcome.ts'
import { saidOf, transferOf, type Transfer } from './transfer.ts'
import { useLoginDetour } from './use-login-detour.ts'
import { useRemember } from './use-remember.ts'
import { useLatest } from '../../lib/use-latest.ts'

/** The state of a checkout: the server's data, with the choices made since, which are saved at once. */
export function useCheckout(first: Cart) {
  const [cart, setCart] = useState(first)
  const [transfer, setTransfer] = useState(() => transferOf(first))
  const remember = useRemember()
  const session = useSession()
  const navigate = useNavigate()
  const href = useHref()
  const detour = useLoginDetour()
  const { reload } = usePage()
  // Counts the changes made here, so that the answer to an earlier request does not overwrite them.
  const changes = useRef(0)
  const asked = useRef<number>(undefined)
  const shown = useLatest(cart)
  // The page's data was loaded again, for another language or on return to the tab: another tab may have changed the
  // cart. Choices made meanwhile are saved on the server too.
  useEffect(() => {
    const at = asked.current
    asked.current = undefined
    if (at !== undefined && at !== changes.current) return
    const before = shown.current
    const other = before.id !== first.id
    const moved = other || before.subTotal !== first.subTotal
    if (at !== undefined && moved) toast({ text: 'cart.changed-elsewhere' })
    setCart(other ? first : takeOver(before, first))
    // oxlint-disable-next-line react/set-state-in-effect -- the other tab's cart comes from outside React
    if (other) setTransfer(transferOf(first))
  }, [first, shown])
  useOnReturn(() => {
    asked.current = changes.current
    reload().catch(() => {
      asked.current = undefined
    })
  })

  const keep = (chosen: Method, said: Transfer) => remember.keep({ method: chosen, ...saidOf(said) })

  /** Chooses the payment method. `scans`: the QR code of PayNow is requested at once if there was none. */
  function choose(chosen: Method, scans: boolean) {
    changes.current += 1
    setCart((before) => ({ ...before, method: chosen }))
    keep(chosen, transfer)
    if (scans && chosen === method.payNow && !cart.hold && cart.qrShown === undefined && !transfer.fileId) void showQr()
  }

  function change(said: Transfer, settled: boolean) {
    changes.current += 1
    setTransfer(said)
    const { declaredAmount } = saidOf(said)
    setCart((before) => ({ ...before, uploadId: said.fileId, files: said.pictures, declaredAmount }))
    if (settled) keep(method.payNow, said)
  }

  const qr = useAct(() => api.post('/api/payment/pay-now/qr'), {
    done: (hold) => {
      changes.current += 1
      setCart((before) => ({ ...before, method: method.payNow, hold, qrShown: hold.amount, subTotal: hold.amount }))
    },
    refused: (result) => {
      void follow(result)
      return true
    },
  })
  async function showQr() {
    changes.current += 1
    await qr.send()
  }

  async function follow(result: Refusal | null) {
    changes.current += 1
    const outcome = outcomeOf(result)
    if (outcome === 'login') return detour()
    if (outcome !== 'cart-changed' && outcome !== 'cart-gone') return tellFailure(result)
    await session.refresh()
    if (outcome === 'cart-changed') tellCartChanged()
    else tellFailure(result)
    await navigate(href('cart'))
  }

  return { cart, transfer, choose, change, showQr, showingQr: qr.pending, stopRemembering: remember.stop }
}

/** Merges the server's cart with choices that may not have reached the server yet. */
function takeOver(before: Cart, now: Cart): Cart {
  return {
    ...now,
    method: before.method ?? now.method,
    uploadId: before.uploadId ?? now.uploadId,
    files: before.files ?? now.files,
    declaredAmount: before.subTotal === now.subTotal ? (before.declaredAmount ?? now.declaredAmount) : undefined,
  }
}
