import type { Locale } from './messages.ts'

const weekdays = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
}
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const singaporeOffset = 8 * 3_600_000

/** A time in Singapore; month from 1, weekday from 0 = Sunday. */
export type CivilTime = { year: number; month: number; day: number; weekday: number; hour: number; minute: number }

/** Formats cents as S$1,234.50, negative as −S$2.00; `short` omits the cents of whole dollars. */
export function money(cents: number, short = false, currency = ''): string {
  const all = Math.abs(cents)
  const dollars = thousands(Math.floor(all / 100))
  const rest = all % 100
  return `${cents < 0 ? '−' : ''}${currency ? `${currency} ` : 'S$'}${dollars}${short && rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

const chineseNumerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** The number of a step or section, from 1 to 10: 1 · 一 */
export function stepNumber(locale: Locale, step: number): string {
  return locale === 'zh' ? (chineseNumerals[step - 1] ?? String(step)) : String(step)
}

/** A whole number with thousands separators: 1,204. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number as people read it, on one line: +6591234567 → +65 9123 4567, +60123456789 → +60 12 345 6789; others stay as they are. */
export function phone(e164: string): string {
  const groups = /^(\+65)(\d{4})(\d{4})$/.exec(e164) ?? /^(\+60)(\d\d)(\d{3})(\d{4,5})$/.exec(e164)
  return groups ? groups.slice(1).join('\u00a0') : e164
}

/**
 * The time in Singapore, which is UTC+8 all year, so no time zone data is needed. Takes RFC 3339, an ISO day, or epoch
 * milliseconds.
 */
export function sgt(moment: string | number): CivilTime {
  const day = typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)
  const at = new Date(day ? `${moment}T00:00:00+08:00` : moment)
  const local = new Date(at.getTime() + singaporeOffset)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

/** The day of a time in Singapore, as in API calls: 2026-11-22. */
export function dayOf(moment: string | number): string {
  const { year, month, day } = sgt(moment)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** long: Sunday, 22 November 2026 · 2026年11月22日（星期日）; short: 22 Nov 2026 · 2026年11月22日; day: without the year. */
export function date(locale: Locale, moment: string | number, style: 'long' | 'short' | 'day' = 'long'): string {
  const t = sgt(moment)
  const name = weekday(locale, moment)
  if (locale === 'zh') {
    if (style === 'day') return `${t.month}月${t.day}日（${name}）`
    return `${t.year}年${t.month}月${t.day}日${style === 'long' ? `（${name}）` : ''}`
  }
  if (style === 'day') return `${name}, ${t.day} ${months[t.month - 1]}`
  return style === 'long'
    ? `${name}, ${t.day} ${months[t.month - 1]} ${t.year}`
    : `${t.day} ${shortMonth('en', moment)} ${t.year}`
}

/** Nov · 11月 */
export function shortMonth(locale: Locale, moment: string | number): string {
  const { month } = sgt(moment)
  return locale === 'zh' ? `${month}月` : (months[month - 1] ?? '').slice(0, 3)
}

/** November 2026 · 2026年11月 */
export function monthOfYear(locale: Locale, moment: string | number): string {
  const { year, month } = sgt(moment)
  return locale === 'zh' ? `${year}年${month}月` : `${months[month - 1]} ${year}`
}

/** Monday · 星期一 */
export function weekday(locale: Locale, moment: string | number): string {
  return weekdays[locale][sgt(moment).weekday] ?? ''
}

/** The part of the day (Chinese 上午, 下午 …) or am/pm. `locale.Time` in Go has the same rule. */
function part(locale: Locale, { hour, minute }: CivilTime): string {
  if (locale === 'zh') return hour < 6 ? '凌晨' : hour < 12 ? '上午' : hour < 13 ? '中午' : hour < 18 ? '下午' : '晚上'
  if (hour === 12 && minute === 0) return 'noon'
  return hour < 12 ? 'am' : 'pm'
}

/** 9:30 am, 12:00 noon · 上午9:30、中午12:00、晚上7:30 */
export function time(locale: Locale, moment: string | number): string {
  const t = sgt(moment)
  const clock = `${t.hour % 12 || 12}:${String(t.minute).padStart(2, '0')}`
  return locale === 'zh' ? part(locale, t) + clock : `${clock} ${part(locale, t)}`
}

/**
 * Two times of one day: 9:30 am – 11:30 am · 上午9:30–11:30; Chinese names the part of the day once if both times are in
 * it.
 */
export function timeRange(locale: Locale, from: string | number, to: string | number): string {
  if (locale !== 'zh') return `${time(locale, from)} – ${time(locale, to)}`
  const end = time(locale, to)
  const again = part(locale, sgt(from))
  const goesOn = dayOf(from) === dayOf(to) && new Date(from) < new Date(to) && end.startsWith(again)
  return `${time(locale, from)}–${goesOn ? end.slice(again.length) : end}`
}

/** Formats opening hours from the server, 07:00 – 17:30, for reading: 7:00 am – 5:30 pm · 上午7:00–下午5:30. */
export function openHours(locale: Locale, hours: string): string {
  return hours.replace(/(\d\d:\d\d) – (\d\d:\d\d)/g, (_, from: string, to: string) =>
    timeRange(locale, ofDay(from), ofDay(to)),
  )
}

/** A clock time on an arbitrary fixed day. */
function ofDay(clock: string): string {
  return `2026-01-01T${clock}:00+08:00`
}

/** Day without weekday, and time: 22 Nov 2026, 9:30 am · 2026年11月22日上午9:30 */
export function dateTime(locale: Locale, moment: string | number): string {
  return `${date(locale, moment, 'short')}${locale === 'zh' ? '' : ', '}${time(locale, moment)}`
}

/** A deadline: its day, with the time if less than a day was given, as for offerings with few places. */
export function deadline(locale: Locale, from: string, until: string): string {
  const short = Date.parse(until) - Date.parse(from) < 24 * 3_600_000
  return short ? dateTime(locale, until) : date(locale, until)
}
