import { expect, it } from 'vitest'
import { asClosed, onDays, readLines, writeLines, type OpeningLine } from './opening-lines.ts'

const line: OpeningLine = {
  on: 'weekday',
  days: [6, 7],
  opens: '08:00',
  closes: '12:00',
  name: { en: 'Weekend', zh: '周末' },
}

it('parses what it writes, and rejects what is not a list', () => {
  expect(readLines(writeLines([line]))).toEqual([line])
  expect(readLines('')).toEqual([])
  expect(readLines('{}')).toEqual([])
  expect(readLines('no')).toEqual([])
})

it('keeps times and words when the days change', () => {
  expect(onDays(line, 'date')).toEqual({ ...line, on: 'date', days: undefined, date: '' })
  expect(onDays(line, 'lunar-date')).toMatchObject({ month: 12, day: 0, opens: '08:00' })
  expect(JSON.parse(writeLines([onDays(line, 'every')]))).toEqual([
    { on: 'every', opens: '08:00', closes: '12:00', name: line.name },
  ])
})

it('has no times when closed', () => {
  expect(asClosed(line, true)).toEqual({ on: 'weekday', days: [6, 7], closed: true, name: line.name })
  expect(asClosed(asClosed(line, true), false)).toMatchObject({ opens: '07:00', closes: '17:30' })
})
