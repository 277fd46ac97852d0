/** The most that a receipt picture measures on its longer side, and about how heavy it gets. */
export const maxSide = 2000
export const maxBytes = 1_000_000

export type Size = { width: number; height: number }

const sentAsTheyAre = ['image/jpeg', 'image/png', 'image/webp']

/** The size to draw a picture at before it is sent; undefined when it can go as it is. Never larger than it was. */
export function targetSize(picture: Size & { bytes: number; type: string }): Size | undefined {
  const { width, height } = picture
  const part = Math.min(1, maxSide / Math.max(width, height))
  if (part === 1 && picture.bytes <= maxBytes && sentAsTheyAre.includes(picture.type)) return undefined
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

/** JPEG qualities to try, one after the other, until the picture is light enough; the last one is sent in any case. */
export const qualities = [0.86, 0.76, 0.64, 0.5]
