import { date, weekday } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/messages.ts'

/** A day as a field of the office shows it, whatever the browser's language: Wed, 23 Dec 2026 · 2026年12月23日（星期三）. */
export function dayWords(locale: Locale, day: string): string {
  return locale === 'zh' ? date(locale, day) : `${weekday(locale, day).slice(0, 3)}, ${date(locale, day, 'short')}`
}
