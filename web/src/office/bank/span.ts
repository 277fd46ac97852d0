import { date, dateTime, time } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'

/** The time a statement covers, its end to the minute with `exact`; a day that it begins and ends on is named once. */
export function spanOf(locale: Locale, from: string, through: string, exact = false): string {
  const [first, last] = [date(locale, from, 'short'), date(locale, through, 'short')]
  if (first === last) return exact ? `${first} – ${time(locale, through)}` : first
  return `${first} – ${exact ? dateTime(locale, through) : last}`
}
