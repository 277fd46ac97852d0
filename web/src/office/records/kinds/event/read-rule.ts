import type { Rule } from './event-queries.ts'

const none = { en: '', zh: '' }

/** The rule of a draft; an event that has none yet begins with a day that is to be chosen. */
export function readRule(text: string | undefined): Rule {
  try {
    if (text) return JSON.parse(text) as Rule
  } catch {
    // What cannot be read is written anew.
  }
  return { kind: 'dates', days: [], sessions: [{ key: '', title: none, place: none, begins: '09:30', ends: '11:30' }] }
}
