import { dayOf } from '../../i18n/format.ts'

/** The number of days in Singapore from now to a time: 0 on the same day, negative for a past one. */
export function daysUntil(moment: string, now: number): number {
  return Math.round((Date.parse(dayOf(moment)) - Date.parse(dayOf(now))) / 86_400_000)
}
