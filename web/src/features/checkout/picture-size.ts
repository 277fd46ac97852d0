/** The longest side of a receipt image in pixels, and its approximate size limit in bytes. */
export const maxSide = 2000
export const maxBytes = 1_000_000

export type Size = { width: number; height: number }

const sentAsTheyAre = ['image/jpeg', 'image/png', 'image/webp']

/**
 * The size to which a picture is scaled before upload; undefined if it can be sent unchanged. Never larger than the
 * original.
 */
export function targetSize(picture: Size & { bytes: number; type: string }): Size | undefined {
  const { width, height } = picture
  const part = Math.min(1, maxSide / Math.max(width, height))
  if (part === 1 && picture.bytes <= maxBytes && sentAsTheyAre.includes(picture.type)) return undefined
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

/** JPEG qualities to try in order until the picture is small enough; the last one is sent in any case. */
export const qualities = [0.86, 0.76, 0.64, 0.5]
