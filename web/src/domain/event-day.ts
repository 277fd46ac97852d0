import { sgt } from '../i18n/format.ts'

/** The day of a time in Singapore, as in URLs: 2026-12-23. */
export function isoDay(at: string): string {
  const { year, month, day } = sgt(at)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The fragment of a date on its event's page. */
export function placeOfDay(at: string): string {
  return `on-${isoDay(at)}`
}
