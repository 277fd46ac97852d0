import { expect, it } from 'vitest'
import type { ApiResult } from '../../api/result.ts'
import { outcomeOf } from './outcome.ts'

const failure = (status: 400 | 500, code: string, type?: number): ApiResult<unknown> => ({
  status,
  body: { code, title: '', type },
})

it.each<[string, ApiResult<unknown> | null, string]>([
  ['200', { status: 200, value: {} }, 'paid'],
  ['500 with type 44062', failure(500, 'cart-item-changed', 44062), 'cart-changed'],
  ['500 of another type', failure(500, 'internal'), 'unexpected'],
  ['400', failure(400, 'invalid-fields'), 'refused'],
  ['400 for a cart that is gone', failure(400, 'cart-empty'), 'cart-gone'],
  ['400 for a cart that is gone, whose picture is kept', failure(400, 'transfer-kept'), 'kept'],
  ['401', { status: 401 }, 'login'],
  ['403', { status: 403 }, 'unexpected'],
  ['404', { status: 404 }, 'unexpected'],
  ['no answer', null, 'unexpected'],
])('the result of a payment: %s', (_, result, outcome) => expect(outcomeOf(result)).toBe(outcome))
