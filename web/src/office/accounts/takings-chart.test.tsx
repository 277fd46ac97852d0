import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../site/testing/show-page.tsx'
import type { Locale } from '../../i18n/messages.ts'
import type { ReportPoint } from './report-queries.ts'
import { TakingsChart } from './takings-chart.tsx'

const points: ReportPoint[] = [
  { day: '2026-11-20', count: 1, taken: 8800, back: 0 },
  { day: '2026-11-21', count: 0, taken: 0, back: 1250 },
  { day: '2026-11-22', count: 3, taken: 26400, back: 0 },
]
const show = (locale: Locale, months = false) =>
  showPage(() => <TakingsChart points={points} months={months} from="2026-11-20" to="2026-11-22" />, {
    id: 'not-found',
    path: '/admin/accounts',
    data: null,
    locale,
  })

test('the chart’s text alternative names its highest column, and its table has every value', () => {
  show('en')
  const chart = screen.getByRole('img', { name: 'Highest: S$264 on 22 Nov 2026' })
  // A day without takings has no column.
  expect(chart.querySelectorAll('path[fill="currentColor"]')).toHaveLength(2)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayPaymentsReceivedRefunds',
    '20 Nov 20261S$88.00',
    '21 Nov 20260S$0.00−S$12.50',
    '22 Nov 20263S$264.00',
  ])
})

test('months are named, in Chinese too', () => {
  show('zh', true)
  expect(screen.getByText('每月收款')).toBeInTheDocument()
  expect(screen.getAllByText('2026年11月')).toHaveLength(3)
  // The month is limited to the report's period.
  const [, first] = within(screen.getByRole('table')).getAllByRole('row')
  expect(
    within(first!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/accounts?from=2026-11-20&to=2026-11-22',
    '/accounts/list?of=payments&from=2026-11-20&to=2026-11-22',
    '/accounts/list?of=payments&from=2026-11-20&to=2026-11-22',
  ])
})

test('is drawn in text colours, which forced-colours mode can replace', () => {
  show('en')
  const fills = [...screen.getByRole('img').querySelectorAll('[fill], [stroke]')].flatMap((mark) => [
    mark.getAttribute('fill'),
    mark.getAttribute('stroke'),
  ])
  expect(new Set(fills.filter(Boolean))).toEqual(new Set(['currentColor']))
})
