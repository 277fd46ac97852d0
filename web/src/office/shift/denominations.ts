import { readWhole } from '../../domain/whole-number.ts'

/** Singapore's notes and coins used at a counter, in cents, largest first. */
export const notes = [1000_00, 100_00, 50_00, 10_00, 5_00, 2_00] as const
export const coins = [1_00, 50, 20, 10, 5] as const

/** The count of each denomination, as typed; an empty text is none. */
export type Counted = Readonly<Record<number, string>>

/** A whole number from 0 to 100,000; null for other input. */
export function numberOf(typed: string | undefined): number | null {
  if (!typed?.trim()) return 0
  const number = readWhole(typed)
  return number !== undefined && number <= 100_000 ? number : null
}

/** Cents in the box; null while a count is invalid. */
export function sumOf(counted: Counted): number | null {
  let sum = 0
  for (const value of [...notes, ...coins]) {
    const number = numberOf(counted[value])
    if (number === null) return null
    sum += number * value
  }
  return sum
}

/** The counts as sent: only what is in the box. */
export function piecesOf(counted: Counted): { value: number; number: number }[] {
  return [...notes, ...coins]
    .map((value) => ({ value, number: numberOf(counted[value]) ?? 0 }))
    .filter(({ number }) => number > 0)
}
