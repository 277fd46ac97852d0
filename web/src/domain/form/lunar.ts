import { firstLunarDay, firstLunarYear, lunarYears } from './lunar-years.ts'

export const dayLength = 86_400_000

/** The first and last year of births that can be entered, in either calendar. */
export const firstYear = firstLunarYear
export const lastYear = firstLunarYear + lunarYears.length - 1

type Month = { number: number; leap: boolean; days: number }

export function monthsOf(year: number): Month[] {
  const bits = lunarYears[year - firstLunarYear]
  if (bits === undefined) return []
  const leap = bits & 15
  return Array.from({ length: leap ? 13 : 12 }, (_, i) => ({
    number: leap && i >= leap ? i : i + 1,
    leap: leap > 0 && i === leap,
    days: bits & (1 << (4 + i)) ? 30 : 29,
  }))
}

/** The number of the year's leap month, 0 when it has none. */
export function leapMonth(year: number): number {
  return (lunarYears[year - firstLunarYear] ?? 0) & 15
}

/** The solar day of a lunar date as UTC milliseconds; undefined when there is no such date. */
export function solarDay(year: number, month: number, day: number, leap: boolean): number | undefined {
  let at = firstLunarDay
  for (let y = firstLunarYear; y < year && y <= lastYear; y += 1)
    for (const { days } of monthsOf(y)) at += days * dayLength
  for (const found of monthsOf(year)) {
    if (found.number === month && found.leap === leap)
      return day >= 1 && day <= found.days ? at + (day - 1) * dayLength : undefined
    at += found.days * dayLength
  }
  return undefined
}
