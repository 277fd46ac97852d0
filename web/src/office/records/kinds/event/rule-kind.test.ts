import { expect, test } from 'vitest'
import type { Rule } from './event-queries.ts'
import { toggled } from '../../../kit/field/toggled.ts'
import { changed, hasDays, needsShort, numbersOf, withKind } from './rule-kind.ts'

const text = { en: '', zh: '' }
const session = { key: '', title: text, place: text, begins: '09:30', ends: '11:30' }
const monthly: Rule = {
  kind: 'lunar-monthly',
  lunarDays: [1, 15],
  leap: 'also',
  from: '2026-11-23',
  sessions: [{ ...session, only: [15] }],
}

test('changing the kind of rule keeps the sessions and the first day, and nothing else', () => {
  expect(withKind(monthly, 'term', '2026-12-01')).toEqual({
    kind: 'term',
    term: '清明',
    from: '2026-11-23',
    until: undefined,
    sessions: [{ ...session, only: undefined }],
  })
  expect(withKind(monthly, 'dates', '2026-12-01')).toEqual({ kind: 'dates', days: ['2026-12-01'], sessions: [session] })
})

test('asks what to do in short months only when the chosen day does not exist in all months', () => {
  expect(needsShort(monthly)).toBe(false)
  const late = changed(monthly, { lunarDays: [1, 30] })
  expect(late.short).toBe('last')
  expect(changed(late, { short: 'left-out' }).short).toBe('left-out')
  expect('short' in changed(late, { lunarDays: [1] })).toBe(false)
})

test('a number is inserted in order, and removed again', () => {
  expect(toggled([1, 15], 8)).toEqual([1, 8, 15])
  expect(toggled([1, 8, 15], 8)).toEqual([1, 15])
})

test('sessions can be limited to some days of the rule', () => {
  expect(numbersOf(monthly)).toEqual([1, 15])
  expect(numbersOf({ kind: 'row', start: 'day', days: ['2026-12-01'], length: 3, sessions: [session] })).toEqual([
    1, 2, 3,
  ])
  expect(numbersOf({ kind: 'term', term: '清明', sessions: [session] })).toEqual([])
})

test('the dates of a rule are listed as soon as its days are valid', () => {
  const row: Rule = { kind: 'row', start: 'day', days: ['2026-12-01'], length: 7, sessions: [session] }
  const cases: [boolean, Rule][] = [
    [false, { kind: 'dates', days: [], sessions: [session] }],
    [false, { kind: 'dates', days: ['2026-12-01', 'soon'], sessions: [session] }],
    [true, { kind: 'dates', days: ['2026-12-01'], sessions: [session] }],
    [true, monthly],
    [false, { ...monthly, from: '' }],
    [true, { ...monthly, until: '2027-01-01' }],
    [false, { ...monthly, until: '1/' }],
    [true, row],
    [false, { ...row, days: [''] }],
    [false, { ...row, start: 'term', term: '清明', days: undefined }],
  ]
  for (const [told, rule] of cases) expect([rule, hasDays(rule)]).toEqual([rule, told])
})
