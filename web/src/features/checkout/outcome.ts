import type { ApiResult } from '../../api/result.ts'

/** What the answer to a payment means for the payer. */
export type Outcome = 'paid' | 'cart-changed' | 'cart-gone' | 'kept' | 'login' | 'refused' | 'unexpected'

/** The contract's number for a cart with a changed item. */
const itemChanged = 44062

export function outcomeOf(result: ApiResult<unknown> | null): Outcome {
  if (!result) return 'unexpected'
  switch (result.status) {
    case 200:
      return 'paid'
    case 400:
      if (result.body.code === 'transfer-kept') return 'kept'
      return result.body.code === 'cart-empty' ? 'cart-gone' : 'refused'
    case 500:
      return result.body.type === itemChanged ? 'cart-changed' : 'unexpected'
    case 401:
      return 'login'
    default:
      return 'unexpected'
  }
}
