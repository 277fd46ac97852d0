import { describe, expect, it, vi } from 'vitest'
import { preparePicture, type Codec } from './prepare-picture.ts'
import { targetSize } from './picture-size.ts'

const size = (width: number, height: number, bytes: number, type = 'image/jpeg') =>
  targetSize({ width, height, bytes, type })

describe('scaling a receipt image', () => {
  it('a small, light receipt image keeps its size', () => expect(size(1170, 1990, 900_000)).toBeUndefined())
  it('the longer side of a receipt image is limited to 2,000 px', () =>
    expect(size(3024, 4032, 5_000_000)).toEqual({ width: 1500, height: 2000 }))
  it('a receipt image that is too heavy is re-encoded', () =>
    expect(size(1000, 1000, 3_000_000, 'image/png')).toEqual({ width: 1000, height: 1000 }))
  it('a receipt image in a format that few programs can read is re-encoded', () =>
    expect(size(1000, 500, 10_000, 'image/heic')).toEqual({ width: 1000, height: 500 }))
  it('scaling a receipt image never results in a side of zero pixels', () =>
    expect(size(40_000, 3, 10)).toEqual({ width: 2000, height: 1 }))
})

function fake(width: number, height: number, weights: number[]) {
  const close = vi.fn<() => void>()
  const encode = vi.fn<Codec['encode']>(
    async () => new Blob([new Uint8Array(weights.shift() ?? 0)], { type: 'image/jpeg' }),
  )
  const codec: Codec = {
    decode: async () => ({ width, height, draw: document.createElement('canvas'), close }),
    encode,
  }
  return { codec, encode, close }
}
const file = (bytes: number, name = 'IMG 1.PNG', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

describe('preparing a receipt image for upload', () => {
  it('a receipt image is scaled down and converted to JPEG before upload', async () => {
    const { codec, close } = fake(3000, 4000, [400_000])
    const sent = await preparePicture(file(5_000_000), codec)
    expect([sent.name, sent.type, sent.size]).toEqual(['IMG 1.jpg', 'image/jpeg', 400_000])
    expect(close).toHaveBeenCalledOnce()
  })

  it('compression of a receipt image is increased until it is about 1 MB', async () => {
    const { codec, encode } = fake(3000, 4000, [1_900_000, 1_200_000, 800_000])
    expect((await preparePicture(file(5_000_000), codec)).size).toBe(800_000)
    expect(encode.mock.calls.map(([, , quality]) => quality)).toEqual([0.86, 0.76, 0.64])
  })

  it('a receipt image that the browser cannot decode is sent unchanged', async () => {
    const heic = file(3_000_000, 'a.heic', 'image/heic')
    const codec: Codec = { ...fake(1, 1, []).codec, decode: () => Promise.reject(new Error('heic')) }
    expect(await preparePicture(heic, codec)).toBe(heic)
  })

  it('a small, light receipt image is sent unchanged', async () => {
    const small = file(300_000, 'a.jpg', 'image/jpeg')
    const { codec, encode } = fake(900, 1900, [])
    expect(await preparePicture(small, codec)).toBe(small)
    expect(encode).not.toHaveBeenCalled()
  })
})
