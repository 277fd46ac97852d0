import { date, time } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'

/** 9:30 am – 11:30 am; with the day as well where it ends on another one. */
export function hours(locale: Locale, startsAt: string, endsAt: string): string {
  const sameDay = date('en', startsAt) === date('en', endsAt)
  const end = sameDay ? time(locale, endsAt) : `${date(locale, endsAt, 'day')} ${time(locale, endsAt)}`
  return `${time(locale, startsAt)} – ${end}`
}
