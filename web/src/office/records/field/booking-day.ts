import { readWhole } from '../../../domain/whole-number.ts'
import { solarTerms } from '../../kit/format/lunar-words.ts'

/** A day by which booking opens or ends, as the field keeps it: 2026-12-16, 冬至 -6, 7-15 -3. */
export type BookingDay =
  | { by: 'none' }
  | { by: 'on'; day: string }
  | { by: 'term'; term: string; days: string }
  | { by: 'lunar'; month: number; day: number; days: string }

/** Stands for a day, or for days, that nobody has written yet. The server reads it as neither. */
const missing = '-'

/** Reads the field; what it cannot read is no day. */
export function readBookingDay(text: string): BookingDay {
  if (text === missing) return { by: 'on', day: '' }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { by: 'on', day: text }
  const [, from = '', typed = ''] = /^(\S+) (.*)$/.exec(text) ?? []
  const days = typed === missing ? '' : typed
  if (solarTerms.includes(from)) return { by: 'term', term: from, days }
  const [, month, day] = /^(\d{1,2})-(\d{1,2})$/.exec(from) ?? []
  return month && day ? { by: 'lunar', month: Number(month), day: Number(day), days } : { by: 'none' }
}

/** Writes the field. What is not written yet, or is no number, is kept as it is, and refused: it is not "none". */
export function writeBookingDay(value: BookingDay): string {
  switch (value.by) {
    case 'none':
      return ''
    case 'on':
      return value.day || missing
    case 'term':
      return `${value.term} ${whole(value.days)}`
    case 'lunar':
      return `${value.month}-${value.day} ${whole(value.days)}`
  }
}

/** A number of days as it is kept; what is none stays as it was typed. */
const whole = (days: string) => (isDays(days) ? String(readWhole(days, -mostDaysAway)) : days.trim() || missing)

/** How many days away booking may open or close, as internal/offer/editing/numbers.go has it, which decides. */
const mostDaysAway = 120

/** Whether it is a number of days, before or after. */
export function isDays(days: string): boolean {
  const number = readWhole(days, -mostDaysAway)
  return number !== undefined && number <= mostDaysAway
}
