import { expect, it } from 'vitest'
import { droppedAt, reordered } from './order.ts'

it('puts what is dropped directly above or below the row that it was held over', () => {
  const list = ['a', 'b', 'c', 'd']
  for (const [from, thing] of list.entries())
    for (const [over, target] of list.entries())
      for (const edge of ['above', 'below'] as const) {
        if (from === over) continue
        const next = reordered(list, from, droppedAt(from, over, edge))
        expect(next.indexOf(thing) - next.indexOf(target), `${thing} ${edge} ${target}`).toBe(edge === 'above' ? -1 : 1)
        expect(next.toSorted()).toEqual(list)
      }
})

it('leaves in its place what is dropped on itself', () => {
  expect(reordered(['a', 'b'], 1, droppedAt(1, 1, 'above'))).toEqual(['a', 'b'])
  expect(droppedAt(1, 1, 'below')).toBe(1)
})
