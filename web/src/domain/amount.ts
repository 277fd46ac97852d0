/** Reads an amount as people type it (88, 88.5, S$1,088.00) into cents; undefined when it is none. */
export function readAmount(text: string): number | undefined {
  const plain = text
    .replace(/[０-９．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/^(s?\$|sgd)/i, '')
    .replace(/[\s,]/g, '')
    .replace(/^(s?\$|sgd)/i, '')
  const [, dollars, cents = ''] = /^(\d{1,7})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** An amount as a field shows it: 8850 → 88.50 */
export function writeAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
