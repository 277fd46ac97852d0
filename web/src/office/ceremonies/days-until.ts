import { dayOf } from '../../i18n/format.ts'

/** Days of Singapore's calendar from one moment to another: 0 on the same day, below 0 for one that is over. */
export function daysUntil(moment: string, now: number): number {
  return Math.round((Date.parse(dayOf(moment)) - Date.parse(dayOf(now))) / 86_400_000)
}
