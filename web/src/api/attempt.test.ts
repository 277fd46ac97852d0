import { expect, it } from 'vitest'
import { newAttempt, newAttempts } from './attempt.ts'

function counted() {
  let n = 0
  return newAttempt(() => `key ${++n}`)
}

it('keeps the idempotency key while the same body is sent again', () => {
  const attempt = counted()
  expect([attempt.keyFor({ amount: 8800 }), attempt.keyFor({ amount: 8800 })]).toEqual(['key 1', 'key 1'])
})

it('uses a new key for a different body', () => {
  const attempt = counted()
  attempt.keyFor({ amount: 8800 })
  expect(attempt.keyFor({ amount: 3800 })).toBe('key 2')
})

it('uses a new key after the request has succeeded', () => {
  const attempt = counted()
  attempt.keyFor({ amount: 8800 })
  attempt.done()
  expect(attempt.keyFor({ amount: 8800 })).toBe('key 2')
})

it('keeps a key for each of several bodies until that one succeeds', () => {
  let n = 0
  const attempts = newAttempts(() => `key ${++n}`)
  const keys = () => [attempts.keyFor({ name: 'Tan' }), attempts.keyFor({ name: 'Lim' })]
  expect(keys()).toEqual(['key 1', 'key 2'])
  expect(keys()).toEqual(['key 1', 'key 2'])
  attempts.done({ name: 'Tan' })
  expect(keys()).toEqual(['key 3', 'key 2'])
})
