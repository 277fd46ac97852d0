import { dateTime, dayOf, sgt, shortMonth, time } from '../../../i18n/format.ts'
import type { Locale, Translate } from '../../../i18n/messages.ts'

/** A past time, shortened: today's without the date, this year's without the year. `now` in milliseconds. */
export function lately(t: Translate, locale: Locale, at: string, now: number): string {
  return dayOf(at) === dayOf(now) ? t('office.today-at', { time: time(locale, at) }) : within(locale, at, now)
}

/** A past time within a sentence, without the year if it is this year: 25 Nov, 8:47 pm · 11月25日晚上8:47 */
export function within(locale: Locale, at: string, now: number): string {
  const { year, month, day } = sgt(at)
  if (year !== sgt(now).year) return dateTime(locale, at)
  return locale === 'zh' ? `${month}月${day}日${time('zh', at)}` : `${day} ${shortMonth('en', at)}, ${time('en', at)}`
}
