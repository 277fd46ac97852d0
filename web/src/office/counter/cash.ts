import { readPositiveAmount } from '../../domain/amount.ts'

/** How given cash is divided. All in cents. */
export type Cash = {
  /** The cents that the temple keeps. */
  taken: number
  /** The cents given back to the devotee. */
  change: number
  /** The cents that are still due afterwards. */
  rest: number
}

export function cashOf(due: number, given: number): Cash {
  const taken = Math.min(due, given)
  return { taken, change: given - taken, rest: due - taken }
}

/** Suggested amounts: the exact sum, and sums that banknotes make. */
export function likelyCash(due: number): number[] {
  const rounded = [10_00, 50_00, 100_00].map((note) => Math.ceil(due / note) * note)
  return [...new Set([due, ...rounded])].sort((a, b) => a - b)
}

/** Whether more was given than the next S$100 above the amount due: probably a typing error. */
export function isMuch(due: number, given: number): boolean {
  return given > Math.ceil(due / 100_00) * 100_00
}

/** Parses the given amount in cents and divides it; null if invalid. An empty field is the exact sum. */
export function cashGiven(due: number, typed: string) {
  const given = typed.trim() === '' ? due : readPositiveAmount(typed)
  return { given, cash: given === null ? null : cashOf(due, given) }
}
