import { expect, it } from 'vitest'
import { makeT } from '../../../i18n/messages.ts'
import { messages } from '../../../site/testing/show-page.tsx'
import { columnNames } from './column-names.ts'

const t = makeT('en', messages.en)

it('columns are named by their heading, otherwise by number, as many as the widest row has', () => {
  expect(columnNames({ header: ['Name', ' '], sample: [['a', 'b', 'c'], null] }, t)).toEqual([
    'Name',
    'Column 2',
    'Column 3',
  ])
  expect(columnNames({ header: null, sample: null }, t)).toEqual([])
})
