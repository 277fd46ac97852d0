// The characters of the 7-bit SMS alphabet (3GPP TS 23.038); extension characters count twice.
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const wide = new Set('^{}\\[~]|€\f')

/** The length of an SMS. */
export type SmsCount = {
  /** The number of SMS parts, which is what is paid for. */
  parts: number
  /** The counted length, and the capacity of that many parts. */
  letters: number
  most: number
  /** The first character outside the 7-bit alphabet, which reduces each part from 160 to 70 characters. */
  wide?: string
}

/** Counts the parts of an SMS; `outbox.Parts` counts the same. */
export function countSms(text: string): SmsCount {
  const letter = [...text].find((one) => !plain.has(one) && !wide.has(one))
  if (letter !== undefined) return { ...counted(text.length, 70, 67), wide: letter }
  return counted(
    [...text].reduce((sum, one) => sum + (wide.has(one) ? 2 : 1), 0),
    160,
    153,
  )
}

/** The number of SMS parts of a text. */
export const smsParts = (text: string) => countSms(text).parts

function counted(letters: number, one: number, each: number): SmsCount {
  if (letters <= one) return { parts: 1, letters, most: one }
  const parts = Math.ceil(letters / each)
  return { parts, letters, most: parts * each }
}
