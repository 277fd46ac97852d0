import { date, dateTime, time } from '../../i18n/format.ts'
import type { Locale, Translate } from '../../i18n/messages.ts'

/**
 * The period of a statement, with the end time if `exact`. For a single day, "until" precedes the time, because a dash
 * would look like a range of hours.
 */
export function spanOf(t: Translate, locale: Locale, from: string, through: string, exact = false): string {
  const [first, last] = [date(locale, from, 'short'), date(locale, through, 'short')]
  if (first === last) return exact ? t('bank.day-until', { day: first, time: time(locale, through) }) : first
  return `${first} – ${exact ? dateTime(locale, through) : last}`
}
