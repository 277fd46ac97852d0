/** Cents of what somebody typed: 88, 88.5, S$1,088.00. Null when it is no amount of money above zero. */
export function parseAmount(typed: string): number | null {
  const plain = typed
    .replace(/[０-９．]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/^\s*(S?\$)?\s*/i, '')
    .trim()
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2})?)?$/.exec(plain)
  if (!found) return null
  const cents = Number((found[1] ?? '').replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return cents > 0 ? cents : null
}

/** An amount for a field, as somebody would type it: 88 or 88.50. */
export function typedAmount(cents: number): string {
  const rest = cents % 100
  return `${Math.floor(cents / 100)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}
