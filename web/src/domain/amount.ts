const anAmount =
  /^(?:s?\$|sgd|新币|新元)?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{0,2})0*)?\s*(?:元整?|块|新元|sgd)?$/i

/**
 * Reads an amount as people type it (88, 88.5, S$1,088.00, 88元) into cents; undefined when it is none. Signs of a Chinese
 * keyboard are read too: ８８．８, 88。8. The server reads lists by the same rule (testdata/amounts.json has both to it).
 */
export function readAmount(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim()
  const [, dollars, cents = ''] = anAmount.exec(plain) ?? []
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** Reads an amount that must be above zero; null when it is not, or is none. */
export function readPositiveAmount(text: string): number | null {
  return readAmount(text) || null
}

/** An amount as a field shows it: 8850 → 88.50 */
export function writeAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** An amount as somebody would type it: 88 or 88.50 */
export function typedAmount(cents: number): string {
  return writeAmount(cents).replace(/\.00$/, '')
}
