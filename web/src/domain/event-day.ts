import { sgt } from '../i18n/format.ts'

/** The day of a moment in Singapore, as addresses write it: 2026-12-23. */
export function isoDay(at: string): string {
  const { year, month, day } = sgt(at)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Where a date stands on the page of its event. */
export function placeOfDay(at: string): string {
  return `on-${isoDay(at)}`
}
