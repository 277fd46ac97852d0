import { expect, it } from 'vitest'
import { priceChanges } from './price-changes.ts'

type Case = { name: string; before: Record<string, string>; after: Record<string, string>; changes: string[] }
const found = import.meta.glob<Case[]>('../../../../../testdata/price-changes.json', { eager: true, import: 'default' })
const cases = Object.values(found)[0] ?? []

const price = (cents?: number, open?: boolean) => (cents === undefined ? '-' : `${cents}${open ? '+' : ''}`)

// The server's tests use the same cases.
it.each(cases)('the effect on prices: $name', ({ before, after, changes }) => {
  const told = priceChanges(before, after, '2026-06-01')
  expect(
    told.map(
      (one) =>
        `${one.option} ${price(one.before, one.openBefore)} ${price(one.after, one.openAfter)} ${one.from ?? 'now'}`,
    ),
  ).toEqual(changes)
})

it('there are test cases', () => expect(cases.length).toBeGreaterThan(10))
