import { useRef } from 'react'
import { api } from '../../api/client.ts'
import type { Method } from '../../domain/cart.ts'
import { useLoginDetour } from './use-login-detour.ts'

/** What the server keeps of a checkout that goes on. */
export type Remembered = { method: Method; declaredAmount?: number; transactionDateTime?: string }

/**
 * Keeps the choices of a checkout on the server, one call at a time and the latest last. A call that fails is no
 * matter for the person: the payment itself carries everything again.
 */
export function useRemember(): (choices: Remembered) => void {
  const detour = useLoginDetour()
  const state = useRef<{ running: boolean; next?: Remembered }>({ running: false })
  async function drain() {
    if (state.current.running) return
    state.current.running = true
    while (state.current.next) {
      const body = state.current.next
      state.current.next = undefined
      try {
        const result = await api.put('/api/cart/method', { body })
        if (result.status === 401) await detour()
      } catch (error) {
        console.warn('the choice was not kept', error)
      }
    }
    state.current.running = false
  }
  return (choices) => {
    state.current.next = choices
    void drain()
  }
}
