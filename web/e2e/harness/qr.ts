import type { APIRequestContext } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/** Downloads a PNG and decodes its QR code. */
export async function readQR(request: APIRequestContext, address: string): Promise<string> {
  const answer = await request.get(address)
  if (!answer.ok() || answer.headers()['content-type'] !== 'image/png')
    throw new Error(`${address}: ${answer.status()} ${answer.headers()['content-type']}`)
  const png = PNG.sync.read(await answer.body())
  const found = jsQR(new Uint8ClampedArray(png.data), png.width, png.height)
  if (!found) throw new Error(`${address} shows no QR code`)
  return found.data
}

/** The fields of an EMVCo payload by id, nested ones as `26.02`. */
export function emvFields(payload: string, prefix = ''): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < payload.length; ) {
    const id = payload.slice(at, at + 2)
    const length = Number(payload.slice(at + 2, at + 4))
    const value = payload.slice(at + 4, at + 4 + length)
    if (!/^\d\d$/.test(id) || value.length !== length) throw new Error(`not EMVCo at ${at}: ${payload}`)
    fields.set(prefix + id, value)
    if (!prefix && (id === '62' || (id >= '26' && id <= '51')))
      for (const [inner, text] of emvFields(value, `${id}.`)) fields.set(inner, text)
    at += 4 + length
  }
  return fields
}
