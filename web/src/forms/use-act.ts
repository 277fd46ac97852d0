import { useCallback, useRef, useState } from 'react'
import type { ApiResult, Refusal } from '../api/result.ts'
import { useLatest } from '../lib/use-latest.ts'
import { toast } from '../ui/toast-store.ts'

/** What follows the answer to a call. */
export type Answers<Body, Value> = {
  /** The call is under way until what this returns has ended, as the way to the next page. */
  done?: (value: Value, body: Body) => unknown
  /**
   * Handles an error, or no answer (null), and returns true if nothing is left to report. Otherwise a toast reports it.
   */
  refused?: (result: Refusal | null, body: Body) => boolean
}

/** An API call that a page starts, for example with a button. */
export type Act<Body, Value> = {
  /**
   * Never throws. Resolves with the answer after it was handled; null if there was none, or if another call is pending.
   */
  send: (body: Body) => Promise<ApiResult<Value> | null>
  pending: boolean
}

/** Runs one call at a time, exposes whether it is pending, and handles its answer. */
export function useAct<Body = void, Value = unknown>(
  call: (body: Body) => Promise<ApiResult<Value> | null>,
  on: Answers<Body, Value>['done'] | Answers<Body, Value>,
): Act<Body, Value> {
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const latest = useLatest({ call, ...(typeof on === 'function' ? { done: on } : on) })
  const send = useCallback(
    async (body: Body) => {
      if (busy.current) return null
      busy.current = true
      setPending(true)
      let result: ApiResult<Value> | null = null
      try {
        result = await latest.current.call(body)
      } catch (error) {
        console.error(error)
      }
      const { done, refused } = latest.current
      try {
        if (result?.status === 200) await done?.(result.value, body)
        else if (!refused?.(result, body)) toastFailure(result)
      } finally {
        busy.current = false
        setPending(false)
      }
      return result
    },
    [latest],
  )
  return { send, pending }
}

/**
 * Shows a toast with the reason of a refusal, or that no answer came (null). `told`: a part of the page shows it too.
 */
export function toastFailure(result: Refusal | null, told = false): void {
  if (result?.status === 401) return void toast({ text: 'fault.not-logged-in', type: 'error', told })
  if (result?.status === 403) return void toast({ text: 'fault.forbidden', type: 'error', told })
  if (result?.status !== 400) return toastUnexpected(told)
  const { code, title } = result.body
  toast({ text: 'message.bad-request', type: 'error', params: { code, title }, told })
}

/** Says that something went wrong which the visitor could not know, or that there is no connection. */
export function toastUnexpected(told = false): void {
  if (navigator.onLine) toast({ text: 'message.unexpected-error', type: 'error', told })
  else toast({ text: 'message.offline', type: 'error', told: true })
}

/** Shows a toast that the cart must be checked again before paying. */
export function toastCartChanged(): void {
  toast({ text: 'message.cart-item-updated', type: 'error', told: true })
}
