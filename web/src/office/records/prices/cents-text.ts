import { readAmount, writeAmount } from '../../../domain/amount.ts'

/** Begins what is kept of a text that is no amount. No amount in cents has it, so the server refuses what begins so. */
const noAmount = '$'

/** What is kept of amounts as they are typed in dollars: cents, apart by spaces; or the text itself, marked as no amount. */
export function keptAmounts(text: string, most = 1): string {
  const plain = text.trim()
  // 88,108 may be one amount or two.
  if (most > 1 && /\d[,，]\d{3}(?!\d)/.test(plain)) return noAmount + plain
  const words = most === 1 ? [plain].filter(Boolean) : plain.split(/[\s,，;；]+/).filter(Boolean)
  const amounts = words.map((word) => readAmount(word))
  return amounts.length > most || amounts.some((cents) => !cents) ? noAmount + plain : amounts.join(' ')
}

/** What a field shows of what is kept: amounts in dollars, or the text that is none. */
export function shownAmounts(kept: string): string {
  if (!areAmounts(kept)) return kept.slice(noAmount.length)
  const words = kept.split(' ').filter(Boolean)
  return words.map((cents) => writeAmount(Number(cents))).join(' ')
}

/** Whether amounts are kept, or none; not a text that is no amount. */
export const areAmounts = (kept: string) => !kept.startsWith(noAmount)
