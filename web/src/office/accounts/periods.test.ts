import { expect, it } from 'vitest'
import { periodOf, presets, presetsOf, whole } from './periods.ts'

it.each([
  ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
  ['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22'], // Sunday is the last day of a week
  ['week', '2026-11-23', '2026-11-23', '2026-11-23'], // Monday is the first day of the next
  ['week', '2027-01-01', '2026-12-28', '2027-01-01'],
  ['month', '2026-11-21', '2026-11-01', '2026-11-21'],
  ['year', '2026-11-21', '2026-01-01', '2026-11-21'],
] as const)('the period %s on %s is %s to %s', (preset, today, from, to) =>
  expect(periodOf(preset, today)).toEqual({ from, to }),
)

it.each([
  ['2026-11-01', '2026-11-21', '2026-11-21', ['month']],
  ['2026-12-01', '2026-12-01', '2026-12-01', ['today', 'month']], // a Tuesday
  ['2026-06-01', '2026-06-01', '2026-06-01', ['today', 'week', 'month']], // a Monday
  ['2027-01-01', '2027-01-01', '2027-01-01', ['today', 'month', 'year']],
  ['2026-06-01', '2026-06-01', '2026-06-02', ['yesterday']],
  ['2026-10-01', '2026-10-31', '2026-11-21', []],
])('%s to %s is shown as every preset that means it on %s', (from, to, today, shown) =>
  expect(presetsOf({ from, to }, today)).toEqual(shown),
)

it.each(presets)('a preset is pressed after it was chosen, on every day of a leap year: %s', (preset) => {
  for (let day = 0; day < 366; day++) {
    const today = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10)
    expect(presetsOf(periodOf(preset, today), today), `on ${today}`).toContain(preset)
  }
})

it('a period that ends before it begins is invalid', () => {
  expect(whole({ from: '2026-11-21', to: '2026-11-21' })).toBe(true)
  expect(whole({ from: '2026-11-22', to: '2026-11-21' })).toBe(false)
  expect(whole({ from: '', to: '2026-11-21' })).toBe(false)
})
