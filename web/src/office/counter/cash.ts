import { readPositiveAmount } from '../../domain/amount.ts'

/** What becomes of the cash that a devotee put down. All in cents. */
export type Cash = {
  /** Stays with the temple. */
  taken: number
  /** Goes back to the devotee. */
  change: number
  /** Is still due afterwards. */
  rest: number
}

export function cashOf(due: number, given: number): Cash {
  const taken = Math.min(due, given)
  return { taken, change: given - taken, rest: due - taken }
}

/** Amounts that people put down for what is due: the exact one, then what their notes make of it. */
export function likelyCash(due: number): number[] {
  const rounded = [10_00, 50_00, 100_00].map((note) => Math.ceil(due / note) * note)
  return [...new Set([due, ...rounded])].sort((a, b) => a - b)
}

/** Whether more was put down than the next S$100 above what is due: nobody hands out so many notes. */
export function isMuch(due: number, given: number): boolean {
  return given > Math.ceil(due / 100_00) * 100_00
}

/** What was typed as given, in cents, and what becomes of it; null while it is no amount. An empty field is the exact sum. */
export function cashGiven(due: number, typed: string) {
  const given = typed.trim() === '' ? due : readPositiveAmount(typed)
  return { given, cash: given === null ? null : cashOf(due, given) }
}
