/** Converts full-width digits and signs: １２ → 12. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace('−', '-').trim()
}

/** Parses a whole number typed by a person, at least `least`; undefined if invalid or empty. */
export function readWhole(text: string, least = 0): number | undefined {
  const plain = plainDigits(text)
  const value = /^-?\d{1,7}$/.test(plain) ? Number(plain) : Number.NaN
  return value >= least ? value + 0 : undefined
}
