import { expect, it } from 'vitest'
import { newAttempt } from './attempt.ts'

function counted() {
  let n = 0
  return newAttempt(() => `key ${++n}`)
}

it('keeps the key while the same body is sent again', () => {
  const attempt = counted()
  expect([attempt.keyFor({ amount: 8800 }), attempt.keyFor({ amount: 8800 })]).toEqual(['key 1', 'key 1'])
})

it('takes another key for another body', () => {
  const attempt = counted()
  attempt.keyFor({ amount: 8800 })
  expect(attempt.keyFor({ amount: 3800 })).toBe('key 2')
})

it('takes another key once the attempt has succeeded', () => {
  const attempt = counted()
  attempt.keyFor({ amount: 8800 })
  attempt.done()
  expect(attempt.keyFor({ amount: 8800 })).toBe('key 2')
})
