import { maxBytes, qualities, targetSize, type Size } from './picture-size.ts'

/** The browser's image functions, passed in so that tests can replace them. */
export type Codec = {
  /** Rejects formats that this browser cannot decode, such as HEIC outside Safari. */
  decode: (file: File) => Promise<Size & { draw: CanvasImageSource; close: () => void }>
  encode: (picture: CanvasImageSource, size: Size, quality: number) => Promise<Blob | null>
}

/**
 * Shrinks a picture for a slow connection while small print stays readable. A picture that the browser cannot decode is
 * sent unchanged: the server supports more formats.
 */
export async function preparePicture(file: File, codec: Codec = browserCodec): Promise<File> {
  let picture: Awaited<ReturnType<Codec['decode']>>
  try {
    picture = await codec.decode(file)
  } catch {
    return file
  }
  try {
    const size = targetSize({ width: picture.width, height: picture.height, bytes: file.size, type: file.type })
    if (!size) return file
    let best: Blob | null = null
    for (const quality of qualities) {
      best = await codec.encode(picture.draw, size, quality)
      if (best && best.size <= maxBytes) break
    }
    // A re-encoded picture that is larger than the file is dropped, unless the file had too many pixels.
    if (!best || (best.size >= file.size && size.width === picture.width && file.type === 'image/jpeg')) return file
    return new File([best], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    })
  } catch {
    return file
  } finally {
    picture.close()
  }
}

const browserCodec: Codec = {
  async decode(file) {
    const bitmap = await createImageBitmap(file)
    return { width: bitmap.width, height: bitmap.height, draw: bitmap, close: () => bitmap.close() }
  },
  encode(picture, size, quality) {
    const canvas = document.createElement('canvas')
    canvas.width = size.width
    canvas.height = size.height
    const pen = canvas.getContext('2d')
    if (!pen) return Promise.resolve(null)
    // JPEG has no transparency; without a background it would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, size.width, size.height)
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  },
}
