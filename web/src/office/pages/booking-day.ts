import { readWhole } from '../../domain/whole-number.ts'
import { solarTerms } from '../kit/lunar-words.ts'

/** A day by which booking opens or ends, as the field keeps it: 2026-12-16, 冬至 -6, 7-15 -3. */
export type BookingDay =
  | { by: 'none' }
  | { by: 'on'; day: string }
  | { by: 'term'; term: string; days: string }
  | { by: 'lunar'; month: number; day: number; days: string }

/** Reads the field; what it cannot read is no day. */
export function readBookingDay(text: string): BookingDay {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { by: 'on', day: text }
  const [from = '', days = ''] = text.split(' ')
  if (solarTerms.includes(from)) return { by: 'term', term: from, days }
  const [, month, day] = /^(\d{1,2})-(\d{1,2})$/.exec(from) ?? []
  return month && day ? { by: 'lunar', month: Number(month), day: Number(day), days } : { by: 'none' }
}

/** Writes the field. Days that are no number stand in it as they were typed, and are refused with it. */
export function writeBookingDay(value: BookingDay): string {
  switch (value.by) {
    case 'none':
      return ''
    case 'on':
      return value.day
    case 'term':
      return `${value.term} ${whole(value.days)}`
    case 'lunar':
      return `${value.month}-${value.day} ${whole(value.days)}`
  }
}

const whole = (days: string) => (days.trim() ? (readWhole(days, -999) ?? days.replaceAll(/\s/g, '')) : 0)
