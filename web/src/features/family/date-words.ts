import { date } from '../../i18n/format.ts'
import { keyFor, type Locale, type Translate } from '../../i18n/messages.ts'

/** A day in both calendars. */
export type BothCalendars = {
  /** The solar (Gregorian) day, 1956-03-02. */
  solar: string
  lunar: { year: number; month: number; day: number; leap?: boolean; chinese: string }
}

/** lunar 1956, 1st month, day 20 · 农历1956年正月二十 */
export function lunarWords({ lunar }: BothCalendars, locale: Locale, t: Translate): string {
  const { year, month, day, leap, chinese } = lunar
  const named = () =>
    t(leap ? 'family.lunar-leap-day' : 'family.lunar-day', { month: t(keyFor('family.month-', String(month))), day })
  return t('family.lunar-date', { year, date: locale === 'zh' ? chinese : named() })
}

export function solarWords({ solar }: BothCalendars, locale: Locale): string {
  return date(locale, solar, 'short')
}
