// The characters that a text may have to be counted in sevenths of a byte; wide ones count twice (3GPP TS 23.038).
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const wide = new Set('^{}\\[~]|€\f')

/** How a text message is counted. */
export type SmsCount = {
  /** How many messages it is sent and paid as. */
  parts: number
  /** How long it is, as it is counted, and the most that as many messages hold. */
  letters: number
  most: number
  /** The first letter that makes every message hold 70 instead of 160. */
  wide?: string
}

/** Counts a text message; `outbox.Parts` counts the same. */
export function countSms(text: string): SmsCount {
  const letter = [...text].find((one) => !plain.has(one) && !wide.has(one))
  if (letter !== undefined) return { ...counted(text.length, 70, 67), wide: letter }
  return counted(
    [...text].reduce((sum, one) => sum + (wide.has(one) ? 2 : 1), 0),
    160,
    153,
  )
}

/** How many texts a message is sent and paid as. */
export const smsParts = (text: string) => countSms(text).parts

function counted(letters: number, one: number, each: number): SmsCount {
  if (letters <= one) return { parts: 1, letters, most: one }
  const parts = Math.ceil(letters / each)
  return { parts, letters, most: parts * each }
}
