import { date, weekday } from '../../../i18n/format.ts'
import type { Locale } from '../../../i18n/messages.ts'

/** A day as the office's fields show it, independent of the browser's language: Wed, 23 Dec 2026 · 2026年12月23日 周三. */
export function dayWords(locale: Locale, day: string): string {
  const [short, name] = [date(locale, day, 'short'), weekday(locale, day)]
  return locale === 'zh' ? `${short} ${name.replace('星期', '周')}` : `${name.slice(0, 3)}, ${short}`
}
