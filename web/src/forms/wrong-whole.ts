import { readWhole } from '../domain/whole-number.ts'
import type { Wrong } from './refusal.ts'

/** The fields whose text is not a whole number. Invalid input is never sent as something else. */
export function wrongWhole<Name extends string>(
  typed: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Wrong[] {
  return names
    .filter((name) => readWhole(typed[name]) === undefined)
    .map((id) => ({ id, key: typed[id].trim() ? ('fault.whole-number' as const) : ('fault.required' as const) }))
}
