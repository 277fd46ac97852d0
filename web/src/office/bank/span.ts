import { date, dateTime, time } from '../../i18n/format.ts'
import type { Locale, Translate } from '../../i18n/messages.ts'

/**
 * The time a statement covers, its end to the minute with `exact`; a day that it begins and ends on is named once, with
 * `until` before the time: between dashes it would read as a span of hours.
 */
export function spanOf(t: Translate, locale: Locale, from: string, through: string, exact = false): string {
  const [first, last] = [date(locale, from, 'short'), date(locale, through, 'short')]
  if (first === last) return exact ? t('bank.day-until', { day: first, time: time(locale, through) }) : first
  return `${first} – ${exact ? dateTime(locale, through) : last}`
}
