const reference = /^[2-9A-HJKMNP-Z]{10}$/

/**
 * The search text for a scanned code: the payment reference itself, or the one in a PayNow code's additional data (62)
 * as reference label or bill number; other codes unchanged.
 */
export function scanned(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('000201')) return plain.slice(0, 100)
  const additional = fields(plain).get('62')
  const inner = additional ? [...fields(additional).values()] : []
  return inner.find((value) => reference.test(value)) ?? plain.slice(0, 100)
}

/** Parses the fields of an EMVCo payload: two digits for the id and two for the length. */
function fields(payload: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at + 4 <= payload.length; ) {
    const length = Number(payload.slice(at + 2, at + 4))
    if (!Number.isInteger(length)) break
    found.set(payload.slice(at, at + 2), payload.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}
