import { expect, it } from 'vitest'
import { droppedAt, reordered } from './order.ts'

it('a dropped row lands directly above or below the row under the pointer', () => {
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

it('a row dropped on itself does not move', () => {
  expect(reordered(['a', 'b'], 1, droppedAt(1, 1, 'above'))).toEqual(['a', 'b'])
  expect(droppedAt(1, 1, 'below')).toBe(1)
})
