import type { Candidate, Line } from './bank-queries.ts'

/** The amount of a line for one order. */
export type Part = { invoiceId: string; amount: number }

/** The proposed assignment of a line, if it is unambiguous: an order, or several with the same total. */
export function proposed(line: Line): Part[] | undefined {
  if (line.state !== 'open' || !['certain', 'likely'].includes(line.class)) return undefined
  const parts = line.candidates.map(({ invoiceId, amount }) => ({ invoiceId, amount }))
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  return parts.length > 0 && sum === line.amount ? parts : undefined
}

/** What stays due of an order; below 0 if overpaid. Nothing is due of an order that was approved before. */
export function missing(line: Line, candidate: Candidate): number {
  return candidate.due > 0 ? candidate.due - line.amount : 0
}

/** Whether the line still needs a decision. */
export function waits(line: Line): boolean {
  return line.state === 'open' || Boolean(line.takesBack)
}
