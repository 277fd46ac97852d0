import { sgt } from '../../i18n/format.ts'

/** Events that begin in one month in Singapore; `key` is 2026-11. */
export type Month<Event> = { key: string; events: Event[] }

/** Groups events by month, in their given order. */
export function byMonth<Event extends { startsAt: string }>(events: readonly Event[]): Month<Event>[] {
  const months: Month<Event>[] = []
  for (const event of events) {
    const { year, month } = sgt(event.startsAt)
    const key = `${year}-${String(month).padStart(2, '0')}`
    const last = months.at(-1)
    if (last?.key === key) last.events.push(event)
    else months.push({ key, events: [event] })
  }
  return months
}
