import { firstLunarDay, firstLunarYear } from './lunar-years.ts'
import { dayLength, firstYear, lastYear, monthsOf } from './lunar.ts'

/** When the year of a zodiac sign begins: at the lunar new year, or at 立春. The office chooses. */
export type Boundary = 'new-year' | 'lichun'

/** The signs in order, with the server's names. */
export const signs = [
  'rat',
  'ox',
  'tiger',
  'rabbit',
  'dragon',
  'snake',
  'horse',
  'goat',
  'monkey',
  'rooster',
  'dog',
  'pig',
] as const

export type Sign = (typeof signs)[number]
export type LunarDate = { year: number; month: number; day: number; leap: boolean }

/** The day in February of 立春, a digit for each year from 1850; the same as in testdata/lunar-years.json. */
export const springDays =
  '44444444444444444444444444434443444344434443444344' +
  '44555455545554455445544554455445544554455445544454' +
  '44544454445444544454445444544454444444444444444444' +
  '44444444444444444344434443444344434443444344434443' +
  '34433443344334433443344334433443334333433343334333' +
  '4'

/** The lunar date of a solar day (UTC milliseconds); undefined outside the known years. */
export function lunarDate(at: number): LunarDate | undefined {
  let first = firstLunarDay
  if (at < first || new Date(at).getUTCFullYear() > lastYear) return undefined
  for (let year = firstYear; year <= lastYear; year += 1)
    for (const { number, leap, days } of monthsOf(year)) {
      if (at < first + days * dayLength)
        return { year, month: number, day: Math.floor((at - first) / dayLength) + 1, leap }
      first += days * dayLength
    }
  return undefined
}

/** The zodiac sign of a person born on a solar day. The whole day of 立春 belongs to the new year. */
export function zodiacOn(at: number, boundary: Boundary): Sign | undefined {
  const lunar = lunarDate(at)
  if (!lunar) return undefined
  if (boundary === 'new-year') return signOf(lunar.year)
  const year = new Date(at).getUTCFullYear()
  const spring = Date.UTC(year, 1, Number(springDays[year - firstLunarYear]))
  return signOf(at < spring ? year - 1 : year)
}

/** The year 4 was a year of the rat. */
function signOf(year: number): Sign | undefined {
  return signs[(year - 4) % 12]
}

const numerals = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']

/** Month and day as a Chinese calendar writes them: 正月二十, 闰六月初一. */
export function chineseDay({ month, day, leap }: LunarDate): string {
  return `${leap ? '闰' : ''}${month === 1 ? '正' : numerals[month]}月${dayName(day)}`
}

function dayName(day: number): string {
  const unit = numerals[day % 10]
  if (day <= 10) return `初${numerals[day]}`
  if (day < 20) return `十${unit}`
  if (day === 20) return '二十'
  return day < 30 ? `廿${unit}` : '三十'
}
