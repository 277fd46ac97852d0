import { isDay } from '../../../../domain/day.ts'
import type { Kind, Rule } from './event-queries.ts'

/** A rule of another kind: what both have stays, and what only the new one has begins as most temples need it. */
export function withKind(rule: Rule, kind: Kind, today: string): Rule {
  const { sessions } = rule
  const from = rule.from || today
  // Sessions on some days name days of the old kind.
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

/** Whether the rule has a day that some months lack; only then it is asked what to do about it. */
export function needsShort(rule: Rule): boolean {
  if (rule.kind === 'regular') return rule.every === 'month' && (rule.monthDays ?? []).some((day) => day > 28)
  return (rule.lunarDays ?? []).includes(30)
}

/** The rule with a part changed, and with the answer for short months as the rule needs it. */
export function changed(rule: Rule, part: Partial<Rule>): Rule {
  const { short, ...next } = { ...rule, ...part }
  return needsShort(next) ? { ...next, short: short || 'last' } : next
}

/** The numbers by which dates differ, for sessions on some of them. */
export function numbersOf(rule: Rule): number[] {
  if (rule.kind === 'lunar-monthly' || rule.kind === 'lunar-yearly') return rule.lunarDays ?? []
  if (rule.kind === 'regular') return rule.monthDays ?? rule.weekdays ?? []
  if (rule.kind === 'row') return Array.from({ length: Math.min(rule.length ?? 0, 60) }, (_, i) => i + 1)
  return []
}

/** Whether each day that the rule counts from can be read: without, the server has no dates to tell. */
export function hasDays(rule: Rule): boolean {
  const { kind, days = [], from, until } = rule
  if (kind === 'dates' || (kind === 'row' && rule.start === 'day')) return days.length > 0 && days.every(isDay)
  return isDay(from ?? '') && (!until || isDay(until))
}
