import { time } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'

/** Hours as the server writes them, 07:00 – 17:30, as the office writes times: 7:00 am – 5:30 pm · 上午7:00 – 下午5:30. */
export function hoursIn(locale: Locale, hours: string): string {
  return hours.replace(/\d\d:\d\d/g, (at) => time(locale, `2026-01-01T${at}:00+08:00`))
}
