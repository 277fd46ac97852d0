import { expect, it } from 'vitest'
import { daysUntil } from './days-until.ts'

const now = Date.parse('2026-12-21T16:30:00Z') // half past midnight of the 22nd in Singapore

it('counts days in Singapore, at any hour', () => {
  expect(daysUntil('2026-12-22T23:59:00+08:00', now)).toBe(0)
  expect(daysUntil('2026-12-23T00:00:00+08:00', now)).toBe(1)
  expect(daysUntil('2026-12-21T23:59:00+08:00', now)).toBe(-1)
})
