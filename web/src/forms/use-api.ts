import { useCallback, useRef, useState } from 'react'
import type { ApiResult } from '../api/result.ts'
import { toast } from '../ui/toast-store.ts'
import { useLatest } from '../lib/use-latest.ts'

/** A call to the API that a page starts, as on a press of a button. */
export type ApiCall<Vars, Value> = {
  /** Never throws. An answer outside the contract shows a toast and gives null; so does a second run during the first. */
  run: (vars: Vars) => Promise<ApiResult<Value> | null>
  pending: boolean
}

/** Runs a call one at a time and tells when it is under way. `onLost` is for an answer that did not come. */
export function useApi<Vars, Value>(
  call: (vars: Vars) => Promise<ApiResult<Value> | null>,
  onLost: () => void = toastUnexpected,
): ApiCall<Vars, Value> {
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const latest = useLatest({ call, onLost })
  const run = useCallback(
    async (vars: Vars) => {
      if (busy.current) return null
      busy.current = true
      setPending(true)
      try {
        const result = await latest.current.call(vars)
        if (!result) latest.current.onLost()
        return result
      } catch (error) {
        console.error(error)
        latest.current.onLost()
        return null
      } finally {
        busy.current = false
        setPending(false)
      }
    },
    [latest],
  )
  return { run, pending }
}

/** Says in a toast why a call was refused; nothing for a success. `told`: its part of the page says so too. */
export function toastFailure(result: ApiResult<unknown> | null, told = false): void {
  if (!result || result.status === 200) return
  if (result.status !== 400) return toastUnexpected(told)
  const { code, title } = result.body
  toast({ text: 'message.bad-request', type: 'error', params: { code, title }, told })
}

/** Says that something went wrong which the visitor could not know. */
export function toastUnexpected(told = false): void {
  toast({ text: 'message.unexpected-error', type: 'error', told })
}

/** Says that the cart has to be looked at again before it is paid. */
export function toastCartChanged(): void {
  toast({ text: 'message.cart-item-updated', type: 'error', told: true })
}
