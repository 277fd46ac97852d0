import { useRef } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useLoginDetour } from './use-login-detour.ts'

/** What the server stores of an unfinished checkout. */
type Remembered = Body<'/api/cart/method', 'put'>

/**
 * Saves the choices of a checkout on the server, one call at a time, the latest last. Failures are ignored, because the
 * payment itself sends everything again. After the payment has begun (`stop`) nothing is saved: by then the cart may be
 * an order.
 */
export function useRemember(): { keep: (choices: Remembered) => void; stop: () => void } {
  const detour = useLoginDetour()
  const state = useRef<{ running: boolean; next?: Remembered; stop?: AbortController }>({ running: false })
  async function drain() {
    if (state.current.running) return
    state.current.running = true
    while (state.current.next) {
      const body = state.current.next
      const stop = new AbortController()
      state.current = { running: true, stop }
      try {
        const result = await api.put('/api/cart/method', { body, signal: stop.signal })
        if (result.status === 401) await detour()
      } catch (error) {
        if (!stop.signal.aborted) console.warn('the choice was not kept', error)
      }
    }
    state.current.running = false
  }
  return {
    keep(choices) {
      state.current.next = choices
      void drain()
    },
    stop() {
      state.current.next = undefined
      state.current.stop?.abort()
    },
  }
}
