import type { Locale } from '../../../../i18n/messages.ts'

/** The kinds of days of an opening hours line; the same as in internal/offer/content/opening.go, which decides. */
export const lineDays = ['every', 'weekday', 'lunar-day', 'lunar-date', 'date'] as const
export type LineDays = (typeof lineDays)[number]

/** A line of the opening hours. Of all lines that apply to a day, the last one counts. */
export type OpeningLine = {
  on: LineDays
  /** weekday: 1 Monday to 7 Sunday; lunar-day: 1 to 30. */
  days?: number[]
  /** lunar-date: the month, 1 to 12. */
  month?: number
  /** lunar-date: the day; 0 is the last of the month. */
  day?: number
  /** The day for lines of the kind "date": 2026-12-22. */
  date?: string
  opens?: string
  closes?: string
  closed?: boolean
  name: Record<Locale, string>
}

/** The maximum number of lines. */
export const mostLines = 60

/** Parses the field; invalid text counts as no lines. */
export function readLines(text: string): OpeningLine[] {
  try {
    const lines: unknown = JSON.parse(text || '[]')
    return Array.isArray(lines) ? (lines as OpeningLine[]) : []
  } catch {
    return []
  }
}

export const writeLines = (lines: readonly OpeningLine[]) => JSON.stringify(lines)

/** The line with another kind of days: the old day values are removed, times and text stay. */
export function onDays(line: OpeningLine, on: LineDays): OpeningLine {
  const { opens, closes, closed, name } = line
  const kept = { on, opens, closes, closed, name }
  if (on === 'weekday') return { ...kept, days: [] }
  if (on === 'lunar-day') return { ...kept, days: [1, 15] }
  if (on === 'lunar-date') return { ...kept, month: 12, day: 0 }
  return on === 'date' ? { ...kept, date: '' } : kept
}

/** The line as open or closed: a closed line has no times. */
export function asClosed(line: OpeningLine, closed: boolean): OpeningLine {
  const { opens: _opens, closes: _closes, closed: _closed, ...rest } = line
  return closed ? { ...rest, closed: true } : { ...rest, opens: '07:00', closes: '17:30' }
}
