// The same stands in internal/base/writing: S, T, F, G or M, seven digits and a letter, whatever width they have and parts them.
const pattern = /(^|[^a-z0-9_])[stfgm]([ \-‐‑–—./]?\d){7}[ \-‐‑–—./]?[a-z](?![a-z0-9_])/i

/** Whether a text holds what looks like an NRIC or FIN, which the temple has no use for. */
export function hasIdentityNumber(text: string): boolean {
  return pattern.test(text.replace(/\p{Cf}/gu, '').normalize('NFKC'))
}
