import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import { DateParts } from './date-parts.tsx'

test.each([
  ['en', ['Day', 'Month', 'Year']],
  ['zh', ['年', '月', '日']],
] as const)('in %s the date fields are in the order of that language', (locale, labels) => {
  showPage(() => <DateParts legend="x" value={{ day: '3', month: '12', year: '1958' }} onChange={() => {}} />, {
    id: 'home',
    path: '/',
    data: null,
    locale,
  })
  const boxes = screen.getAllByRole('textbox')
  expect(boxes.map((box) => box instanceof HTMLInputElement && box.labels?.[0]?.textContent)).toEqual(labels)
  expect(boxes[0]).toHaveValue(locale === 'zh' ? '1958' : '3')
})
