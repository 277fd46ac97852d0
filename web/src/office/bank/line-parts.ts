import type { Candidate, Line } from './bank-queries.ts'

/** How much of a line is for which order. */
export type Part = { invoiceId: string; amount: number }

/** What a line is proposed to pay, where that is one answer: an order, or several whose sum it is. */
export function proposed(line: Line): Part[] | undefined {
  if (line.state !== 'open' || !['certain', 'likely'].includes(line.class)) return undefined
  const parts = line.candidates.map(({ invoiceId, amount }) => ({ invoiceId, amount }))
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  return parts.length > 0 && sum === line.amount ? parts : undefined
}

/** What stays due of an order, or is more than due when below 0. An order that was approved before waits for nothing. */
export function missing(line: Line, candidate: Candidate): number {
  return candidate.due > 0 ? candidate.due - line.amount : 0
}

/** Whether somebody still has to decide. */
export function waits(line: Line): boolean {
  return line.state === 'open' || Boolean(line.takesBack)
}
