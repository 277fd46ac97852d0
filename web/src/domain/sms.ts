// The characters that a text may have to be counted in sevenths of a byte; wide ones count twice (3GPP TS 23.038).
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const wide = new Set('^{}\\[~]|€\f')

/** How many texts a message is sent and paid as; `outbox.Parts` counts the same. */
export function smsParts(text: string): number {
  let count = 0
  for (const letter of text) {
    if (!plain.has(letter) && !wide.has(letter)) return parts(text.length, 70, 67)
    count += wide.has(letter) ? 2 : 1
  }
  return parts(count, 160, 153)
}

function parts(count: number, one: number, each: number): number {
  return count <= one ? 1 : Math.ceil(count / each)
}
