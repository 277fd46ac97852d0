import { decodeQR } from 'qr/decode.js'
import encodeQR from 'qr'
import { describe, expect, it } from 'vitest'

/** Simulates a camera picture of a QR code: dark squares on light paper, with a margin. */
function picture(text: string, scale: number) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const width = rows.length * scale
  const data = new Uint8ClampedArray(width * width * 4)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const shade = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 30 : 225
      data.set([shade, shade, shade, 255], (y * width + x) * 4)
    }
  return { width, height: width, data }
}

describe('the fallback QR code reader, for browsers without their own', () => {
  it.each(['7KQ2MNPR4X', 'INV-2026-000123'])('the fallback QR code reader decodes %s', (text) =>
    expect(decodeQR(picture(text, 6))).toBe(text),
  )
})
