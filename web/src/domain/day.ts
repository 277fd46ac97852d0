/** The result of parsing a date: its ISO day, or why it is invalid. */
export type DayRead = { day: string } | { wrong: 'bad-date' | 'day-unreadable' } | { wrong: 'day-first'; first: string }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const yearFirst = /^(\d{4})(?: ?[-/.年] ?)(\d{1,2})(?: ?[-/.月] ?)(\d{1,2}) ?[日号]?$/
const together = /^(\d{4})(\d\d)(\d\d)$/
const dayFirst = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d\d)$/
const named = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]?${monthName}\\.?,?[ -]?(\\d{4})$`)
const namedFirst = new RegExp(`^${monthName}\\.? ?(\\d{1,2})(?:st|nd|rd|th)?,? ?(\\d{4})$`)
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? |[ (]*(?:星期|周|礼拜)[一二三四五六日天]\)?$/

/**
 * Parses a date as people write it (23/12/2026, 23 Dec 2026, 2026年12月23日), day before month as in Singapore. With
 * `ended`, nothing more will be typed, so a two-digit year is complete. The server parses imported lists by the same
 * rules (tests on both sides use testdata/days.json).
 */
export function readDay(text: string, ended = true): DayRead {
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[–—−]/g, '-')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(weekday, '')
    .trim()
  const [year, month, day] = partsOf(plain)
  if (year === undefined || (year < 100 && !ended)) return { wrong: 'day-unreadable' }
  const whole = year < 100 ? 2000 + year : year
  if (isReal(whole, month, day)) return { day: iso(whole, month, day) }
  // 12/23/2026 has the month first, which is not accepted; the error explains it.
  if (dayFirst.test(plain) && isReal(whole, day, month))
    return { wrong: 'day-first', first: `${month}/${day}/${whole}` }
  return { wrong: 'bad-date' }
}

/** Whether it is an ISO day as in API calls: 2026-12-23. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return isReal(Number(year), Number(month), Number(day))
}

type Parts = [year: number, month: number, day: number] | [undefined, 0, 0]

function partsOf(plain: string): Parts {
  const inOrder = yearFirst.exec(plain) ?? together.exec(plain)
  if (inOrder) return [Number(inOrder[1]), Number(inOrder[2]), Number(inOrder[3])]
  const turned = dayFirst.exec(plain)
  if (turned) return [Number(turned[3]), Number(turned[2]), Number(turned[1])]
  const byName = named.exec(plain)
  if (byName) return [Number(byName[3]), monthOf(byName[2]), Number(byName[1])]
  const american = namedFirst.exec(plain)
  if (american) return [Number(american[3]), monthOf(american[1]), Number(american[2])]
  return [undefined, 0, 0]
}

const monthOf = (name = '') => months.indexOf(name.slice(0, 3)) + 1

function isReal(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year < 2100 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day && day > 0
}

const iso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
