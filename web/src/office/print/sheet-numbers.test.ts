import { describe, expect, it } from 'vitest'
import { sheetsOf } from './sheet-numbers.ts'

describe('sheet numbers typed by the user', () => {
  it.each([
    ['3', [{ from: 3, to: 3 }]],
    [
      '87, 120-122',
      [
        { from: 87, to: 87 },
        { from: 120, to: 122 },
      ],
    ],
    [
      '  2 ,4 – 6、９ ',
      [
        { from: 2, to: 2 },
        { from: 4, to: 6 },
        { from: 9, to: 9 },
      ],
    ],
    [
      '1至3，5',
      [
        { from: 1, to: 3 },
        { from: 5, to: 5 },
      ],
    ],
  ])('the sheet numbers %s are parsed', (typed, ranges) => expect(sheetsOf(typed, 200)).toEqual(ranges))

  it.each(['', ' ', '0', '201', '5-3', 'all', '1-', '3.5', '1-201'])('the sheet numbers %s are rejected', (typed) =>
    expect(sheetsOf(typed, 200)).toBeUndefined(),
  )
})
