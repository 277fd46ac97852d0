import { date, time, timeRange } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'

/** 9:30 am – 11:30 am · 上午9:30–11:30; with the day when it ends on another day. */
export function hours(locale: Locale, startsAt: string, endsAt: string): string {
  if (date('en', startsAt) === date('en', endsAt)) return timeRange(locale, startsAt, endsAt)
  const end = `${date(locale, endsAt, 'day')}${locale === 'zh' ? '' : ' '}${time(locale, endsAt)}`
  return `${time(locale, startsAt)} – ${end}`
}
