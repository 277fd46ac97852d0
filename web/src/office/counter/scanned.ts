const reference = /^[2-9A-HJKMNP-Z]{10}$/

/**
 * What to look for after a code was scanned: the reference that it is, or that a PayNow code carries in its additional
 * data (62) as the reference label or the bill number; other codes as they are.
 */
export function scanned(text: string): string {
  const plain = text.trim()
  if (!plain.startsWith('000201')) return plain.slice(0, 100)
  const additional = fields(plain).get('62')
  const inner = additional ? [...fields(additional).values()] : []
  return inner.find((value) => reference.test(value)) ?? plain.slice(0, 100)
}

/** The fields of an EMVCo payload, two digits for the name and two for the length. */
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
