import { isDay } from '../../../../domain/day.ts'
import type { Kind, Rule } from './event-queries.ts'

/** A rule of another kind: common values stay, new ones get the most usual default. */
export function withKind(rule: Rule, kind: Kind, today: string): Rule {
  const { sessions } = rule
  const from = rule.from || today
  // Sessions limited to some days refer to days of the old kind, so the limit is removed.
  const base = { sessions: sessions.map((session) => ({ ...session, only: undefined })) }
  switch (kind) {
    case 'dates':
      return { ...base, kind, days: [today] }
    case 'regular':
      return { ...base, kind, every: 'week', weekdays: [7], from, until: rule.until }
    case 'lunar-monthly':
      return { ...base, kind, lunarDays: [1, 15], leap: 'also', from, until: rule.until }
    case 'lunar-yearly':
      return { ...base, kind, lunarMonth: 7, lunarDays: [15], leap: 'first', from, until: rule.until }
    case 'term':
      return { ...base, kind, term: '清明', from, until: rule.until }
    case 'row':
      return { ...base, kind, start: 'day', days: [today], length: 7 }
  }
}

/** Whether the rule has a day that some months lack; only then the form asks what to do in those months. */
export function needsShort(rule: Rule): boolean {
  if (rule.kind === 'regular') return rule.every === 'month' && (rule.monthDays ?? []).some((day) => day > 28)
  return (rule.lunarDays ?? []).includes(30)
}

/** The rule with changes, and with an answer for short months if it needs one. */
export function changed(rule: Rule, part: Partial<Rule>): Rule {
  const { short, ...next } = { ...rule, ...part }
  return needsShort(next) ? { ...next, short: short || 'last' } : next
}

/** The day numbers of the rule, for limiting sessions to some of them. */
export function numbersOf(rule: Rule): number[] {
  if (rule.kind === 'lunar-monthly' || rule.kind === 'lunar-yearly') return rule.lunarDays ?? []
  if (rule.kind === 'regular') return rule.monthDays ?? rule.weekdays ?? []
  if (rule.kind === 'row') return Array.from({ length: Math.min(rule.length ?? 0, 60) }, (_, i) => i + 1)
  return []
}

/** Whether each day in the rule is valid: otherwise the server has no dates. */
export function hasDays(rule: Rule): boolean {
  const { kind, days = [], from, until } = rule
  if (kind === 'dates' || (kind === 'row' && rule.start === 'day')) return days.length > 0 && days.every(isDay)
  return isDay(from ?? '') && (!until || isDay(until))
}
