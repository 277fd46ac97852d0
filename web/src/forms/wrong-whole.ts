import { readWhole } from '../domain/whole-number.ts'
import type { Wrong } from './refusal.ts'

/** The fields in which no whole number stands. Nothing is sent in place of what cannot be read. */
export function wrongWhole<Name extends string>(
  typed: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Wrong[] {
  return names
    .filter((name) => readWhole(typed[name]) === undefined)
    .map((id) => ({ id, key: typed[id].trim() ? ('fault.whole-number' as const) : ('fault.required' as const) }))
}
