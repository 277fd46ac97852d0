import type { ApiResult } from '../api/result.ts'
import { toastCartChanged, toastFailure, toastUnexpected } from './use-act.ts'
import type { Told } from './refusal.ts'

/** Where a failure has to be dealt with: the cart with its checkout, or an order by its id. */
export type FailurePlace = string

export type Failure = Told & { place: FailurePlace }

export const cartChanged = 'message.cart-item-updated'

const listeners = new Set<() => void>()
let failure: Failure | null = null

function set(next: Failure | null) {
  failure = next
  for (const listener of listeners) listener()
}

/**
 * Says what went wrong with the cart or a payment: in a toast, and in its place until it is dealt with. null: no usable
 * answer.
 */
export function tellFailure(result: ApiResult<unknown> | null, place: FailurePlace = 'cart'): void {
  if (result?.status === 200) return
  if (result?.status === 400) {
    toastFailure(result, true)
    // A call to the API is answered in the language of the document.
    const toldIn = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
    set({ ...result.body, place, toldIn })
  } else {
    toastUnexpected(true)
    set({ place, key: navigator.onLine ? 'message.unexpected-error' : 'message.unreachable' })
  }
}

/** Says that the cart is not what was about to be paid. */
export function tellCartChanged(): void {
  toastCartChanged()
  set({ place: 'cart', key: cartChanged })
}

/** It was dealt with: it worked after all, or was put away. */
export function failureSolved(): void {
  if (failure) set(null)
}

export const failureStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => failure,
}
