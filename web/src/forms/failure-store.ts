import type { ApiResult } from '../api/result.ts'
import { toastCartChanged, toastFailure, toastUnexpected } from './use-act.ts'
import type { Told } from './refusal.ts'

/** Where an error is shown: the cart with its checkout, or an order by its id. */
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
 * Reports an error of the cart or a payment: as a toast, and on its page until it is resolved. null: no usable answer.
 */
export function tellFailure(result: ApiResult<unknown> | null, place: FailurePlace = 'cart'): void {
  if (result?.status === 200) return
  if (result?.status === 400) {
    toastFailure(result, true)
    // An API error text is in the language that the document had.
    const toldIn = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
    set({ ...result.body, place, toldIn })
  } else {
    toastUnexpected(true)
    set({ place, key: navigator.onLine ? 'message.unexpected-error' : 'message.unreachable' })
  }
}

/** Reports that the cart has changed since the visitor decided to pay. */
export function tellCartChanged(): void {
  toastCartChanged()
  set({ place: 'cart', key: cartChanged })
}

/** Clears the error: a later attempt succeeded, or it was dismissed. */
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
