import { crc32 } from 'node:zlib'
import { zlibSync } from 'fflate'

/**
 * Encodes a picture without transparency as PNG, about half as large as resvg's own. The compression is written in
 * JavaScript, because Node's gives other bytes on other processors.
 */
export function encodePng({ width, height, pixels }) {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, 8) // bits of a channel
  header.setUint8(9, 2) // red, green, blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', zlibSync(filtered(width, height, pixels), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Filters each row with the filter whose differences are smallest, as the PNG specification advises (12.8). */
function filtered(width, height, pixels) {
  const rowBytes = width * 3
  const out = new Uint8Array(height * (rowBytes + 1))
  let above = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const row = new Uint8Array(rowBytes)
    for (let i = 0; i < rowBytes; i++) row[i] = pixels[(y * width + Math.floor(i / 3)) * 4 + (i % 3)]
    let smallest = Infinity
    for (const [type, predict] of filters.entries()) {
      const line = new Uint8Array(rowBytes)
      let size = 0
      for (let i = 0; i < rowBytes; i++) {
        line[i] = row[i] - (i < 3 ? predict(0, above[i], 0) : predict(row[i - 3], above[i], above[i - 3]))
        size += Math.min(line[i], 256 - line[i])
      }
      if (size >= smallest) continue
      smallest = size
      out[y * (rowBytes + 1)] = type
      out.set(line, y * (rowBytes + 1) + 1)
    }
    above = row
  }
  return out
}

/** For each of PNG's five filters, the predicted byte from the bytes left, above, and above left. */
const filters = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const estimate = left + above - corner
    const a = Math.abs(estimate - left)
    const b = Math.abs(estimate - above)
    const c = Math.abs(estimate - corner)
    if (a <= b && a <= c) return left
    return b <= c ? above : corner
  },
]

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
