import { readWhole } from '../../../domain/whole-number.ts'
import { solarTerms } from '../../kit/format/lunar-words.ts'

/** A day on which ordering opens or closes, as the field stores it: 2026-12-16, 冬至 -6, 7-15 -3. */
export type BookingDay =
  | { by: 'none' }
  | { by: 'on'; day: string }
  | { by: 'term'; term: string; days: string }
  | { by: 'lunar'; month: number; day: number; days: string }

/** Placeholder for a day, or a number of days, not typed yet. The server accepts neither. */
const missing = '-'

/** Parses the field; an invalid text means no day. */
export function readBookingDay(text: string): BookingDay {
  if (text === missing) return { by: 'on', day: '' }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { by: 'on', day: text }
  const [, from = '', typed = ''] = /^(\S+) (.*)$/.exec(text) ?? []
  const days = typed === missing ? '' : typed
  if (solarTerms.includes(from)) return { by: 'term', term: from, days }
  const [, month, day] = /^(\d{1,2})-(\d{1,2})$/.exec(from) ?? []
  return month && day ? { by: 'lunar', month: Number(month), day: Number(day), days } : { by: 'none' }
}

/** Formats the field. Incomplete or invalid input is stored as it is, and refused by the server: it is not "none". */
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

/** A number of days in its stored form; invalid input stays as typed. */
const whole = (days: string) => (isDays(days) ? String(readWhole(days, -mostDaysAway)) : days.trim() || missing)

/** The largest number of days, the same as in internal/offer/editing/numbers.go, which decides. */
const mostDaysAway = 120

/** Whether a text is a number of days, before or after. */
export function isDays(days: string): boolean {
  const number = readWhole(days, -mostDaysAway)
  return number !== undefined && number <= mostDaysAway
}
