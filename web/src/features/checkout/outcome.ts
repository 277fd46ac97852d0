import type { ApiResult } from '../../api/result.ts'

/** What an answer to a payment means for the person who paid. */
export type Outcome = 'paid' | 'cart-changed' | 'cart-gone' | 'kept' | 'login' | 'refused' | 'unexpected'

/** The number that the contract gives to a cart whose item changed. */
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
