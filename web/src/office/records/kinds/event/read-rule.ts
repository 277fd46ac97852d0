import type { Rule } from './event-queries.ts'

const none = { en: '', zh: '' }

/** The rule of a draft; without one, a single day that is still to be chosen. */
export function readRule(text: string | undefined): Rule {
  try {
    if (text) return JSON.parse(text) as Rule
  } catch {
    // An unreadable rule is replaced.
  }
  return { kind: 'dates', days: [], sessions: [{ key: '', title: none, place: none, begins: '09:30', ends: '11:30' }] }
}
