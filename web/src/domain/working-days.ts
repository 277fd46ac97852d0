import { dayOf, sgt } from '../i18n/format.ts'

const day = 24 * 3_600_000

/** The day, at noon, by which a task of so many working days (Monday to Friday in Singapore) is done. */
export function afterWorkingDays(from: string, days: number): string {
  let at = Date.parse(`${dayOf(from)}T12:00:00+08:00`)
  for (let left = days; left > 0; ) {
    at += day
    const { weekday } = sgt(at)
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return new Date(at).toISOString()
}
