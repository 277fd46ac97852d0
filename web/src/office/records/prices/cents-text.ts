import { readAmount, writeAmount } from '../../../domain/amount.ts'

/** The prefix of a stored invalid text. No amount in cents starts with it, so the server refuses it. */
const noAmount = '$'

/**
 * The stored form of amounts typed in dollars: cents separated by spaces; or the text itself with the prefix for
 * invalid input.
 */
export function keptAmounts(text: string, most = 1): string {
  const plain = text.trim()
  // 88,108 could be one amount or two.
  if (most > 1 && /\d[,，]\d{3}(?!\d)/.test(plain)) return noAmount + plain
  const words = most === 1 ? [plain].filter(Boolean) : plain.split(/[\s,，;；]+/).filter(Boolean)
  const amounts = words.map((word) => readAmount(word))
  return amounts.length > most || amounts.some((cents) => !cents) ? noAmount + plain : amounts.join(' ')
}

/** What a field shows for the stored form: amounts in dollars, or the invalid text. */
export function shownAmounts(kept: string): string {
  if (!areAmounts(kept)) return kept.slice(noAmount.length)
  const words = kept.split(' ').filter(Boolean)
  return words.map((cents) => writeAmount(Number(cents))).join(' ')
}

/** Whether the stored form is valid: amounts or empty. */
export const areAmounts = (kept: string) => !kept.startsWith(noAmount)
