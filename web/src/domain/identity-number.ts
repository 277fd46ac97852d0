// The same stands in internal/writing: S, T, F, G or M, seven digits and a letter, also with full-width signs.
const pattern = /(^|[^a-z0-9])[stfgm][ -]?\d{7}[ -]?[a-z](?![a-z0-9])/i

/** Whether a text holds what looks like an NRIC or FIN, which the temple has no use for. */
export function hasIdentityNumber(text: string): boolean {
  return pattern.test(text.normalize('NFKC'))
}
