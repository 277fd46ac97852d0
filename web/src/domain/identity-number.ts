// The same pattern as in internal/base/writing: S, T, F, G or M, seven digits and a letter, of any width, with
// separators.
const pattern = /(^|[^a-z0-9_])[stfgm]([ \-‐‑–—./]?\d){7}[ \-‐‑–—./]?[a-z](?![a-z0-9_])/i

/** Whether a text contains what looks like an NRIC or FIN, which the temple does not need. */
export function hasIdentityNumber(text: string): boolean {
  return pattern.test(text.replace(/\p{Cf}/gu, '').normalize('NFKC'))
}
