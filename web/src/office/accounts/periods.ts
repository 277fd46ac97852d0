/** A period in Singapore as ISO days, the last one included. */
export type Period = { from: string; to: string }

export const presets = ['today', 'yesterday', 'week', 'month', 'year'] as const
export type Preset = (typeof presets)[number]

const dayMillis = 86_400_000

/** The ISO day that is `by` days after another. */
function shifted(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMillis).toISOString().slice(0, 10)
}

/** The period of a preset as of a day. Weeks begin on Monday; a week, month or year ends on that day. */
export function periodOf(preset: Preset, today: string): Period {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) }
    case 'week': {
      const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
      return { from: shifted(today, -((weekday + 6) % 7)), to: today }
    }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'year':
      return { from: `${today.slice(0, 5)}01-01`, to: today }
  }
}

/** The presets that are a period on a day: on the first of a month, "today" and "month" are the same one. */
export function presetsOf({ from, to }: Period, today: string): Preset[] {
  return presets.filter((preset) => {
    const own = periodOf(preset, today)
    return own.from === from && own.to === to
  })
}

/** The month of an ISO day, limited to a period. */
export function monthWithin(day: string, { from, to }: Period): Period {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const first = `${day.slice(0, 7)}-01`
  const last = shifted(next.toISOString().slice(0, 10), -1)
  return { from: first < from ? from : first, to: last > to ? to : last }
}

/** Whether the period is valid for a report. */
export function whole(period: Period): boolean {
  const iso = /^\d{4}-\d{2}-\d{2}$/
  return iso.test(period.from) && iso.test(period.to) && period.from <= period.to
}

/** The day or month whose journal has exactly the period's money; undefined for any other period. */
export function journalOf({ from, to }: Period): string | undefined {
  if (from === to) return from
  const last = new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return from.endsWith('-01') && to === last ? from.slice(0, 7) : undefined
}
