/** Digits and signs of a Chinese keyboard as any other has them: １２ → 12. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace('−', '-').trim()
}

/** Reads a whole number as people type it, at least `least`; undefined when it is none, or nothing was typed. */
export function readWhole(text: string, least = 0): number | undefined {
  const plain = plainDigits(text)
  const value = /^-?\d{1,7}$/.test(plain) ? Number(plain) : Number.NaN
  return value >= least ? value + 0 : undefined
}
