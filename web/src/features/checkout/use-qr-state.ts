import { useEffect, useState } from 'react'
import type { Cart } from '../../domain/cart.ts'
import { nextChange, qrState, type QrState } from './progress.ts'

/** The state of the QR code, updated when it changes with time. */
export function useQrState(cart: Cart): QrState {
  const [now, setNow] = useState(() => Date.now())
  const { hold } = cart
  const state = qrState(cart, now)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the time is read when the hold changes
    setNow(Date.now())
    const next = nextChange(hold, Date.now())
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now() + 50)
    return () => clearTimeout(timer)
  }, [hold, state])
  return state
}
