const anAmount =
  /^(?:s?\$|sgd|新币|新元)?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{0,2})0*)?\s*(?:元整?|块|新元|sgd)?$/i

/**
 * Parses an amount as people type it (88, 88.5, S$1,088.00, 88元) to cents; undefined if it is not an amount. Full-width
 * characters are accepted: ８８．８, 88。8. The server parses imported lists by the same rules (tests on both sides use
 * testdata/amounts.json).
 */
export function readAmount(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim()
  const [, dollars, cents = ''] = anAmount.exec(plain) ?? []
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** Parses an amount above zero; null otherwise. */
export function readPositiveAmount(text: string): number | null {
  return readAmount(text) || null
}

/** Formats an amount as a field shows it: 8850 → 88.50 */
export function writeAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Formats an amount as a person would type it: 88 or 88.50 */
export function typedAmount(cents: number): string {
  return writeAmount(cents).replace(/\.00$/, '')
}
