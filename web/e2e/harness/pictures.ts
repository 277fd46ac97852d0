import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** A screenshot of a banking app after a PayNow transfer, as a PNG. */
export function bankScreenshot(context: BrowserContext, amount: string, reference: string): Promise<PictureFile> {
  return drawn(context, 'transfer.png', { width: 540, height: 960, type: 'image/png', noise: 0, amount, reference })
}

/** The same as a photo of the screen: 12 megapixels with camera noise, 3 to 4 MB as a JPEG. */
export function cameraPhoto(context: BrowserContext, amount: string, reference: string): Promise<PictureFile> {
  return drawn(context, 'IMG_2041.JPG', { width: 4000, height: 3000, type: 'image/jpeg', noise: 34, amount, reference })
}

/** A photograph: one of the drawings, as a JPEG of 1,800 × 1,350 pixels. */
export async function photograph(context: BrowserContext, art: string, name: string): Promise<PictureFile> {
  const drawing = await readFile(`web/src/ui/art/${art}.svg`, 'base64')
  const page = await context.browser()!.newPage({ viewport: { width: 1800, height: 1350 } })
  await page.setContent(
    `<body style="margin:0"><img width="1800" height="1350" style="object-fit:cover" src="data:image/svg+xml;base64,${drawing}">`,
  )
  const buffer = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return { name, mimeType: 'image/jpeg', buffer }
}

type Drawing = { width: number; height: number; type: string; noise: number; amount: string; reference: string }

/** Draws in a page that is open already, because each new one costs half a second of processor time. */
async function drawn(context: BrowserContext, name: string, drawing: Drawing): Promise<PictureFile> {
  const [open] = context.pages()
  const page = open ?? (await context.newPage())
  const data = await page.evaluate(({ width, height, type, noise, amount, reference }: Drawing) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    // Another bank and transaction number for each reference: two similar screenshots in one minute would be flagged.
    const hash = [...reference].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7)
    const [from, to, ink] = [
      ['#dfe9f5', '#f6efe2', '#12304f'],
      ['#16324f', '#2b2b4d', '#ffffff'],
      ['#ffffff', '#d7ebdc', '#2b1d16'],
    ][hash % 3] as [string, string, string]
    const sky = pen.createLinearGradient(0, 0, width, height)
    sky.addColorStop(0, from)
    sky.addColorStop(1, to)
    pen.fillStyle = sky
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = ink
    const number = `No. ${String((hash * 7919) % 1_000_000_007).padStart(10, '0')}`
    const lines = ['Transfer successful', amount, 'to Qing Lian Temple', `Reference ${reference}`, number]
    lines.forEach((line, i) => {
      pen.font = `${i === 1 ? 700 : 400} ${Math.round(width / (i === 1 ? 9 : 18))}px sans-serif`
      pen.fillText(line, width * (0.04 + (hash % 7) * 0.02), height * (0.12 + (hash % 5) * 0.05 + i * 0.13))
    })
    if (noise > 0) {
      const image = pen.getImageData(0, 0, width, height)
      let seed = 2041
      for (let i = 0; i < image.data.length; i += 4) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        const grain = (seed / 2147483648 - 0.5) * noise
        for (let c = 0; c < 3; c++) image.data[i + c] = (image.data[i + c] ?? 0) + grain
      }
      pen.putImageData(image, 0, 0)
    }
    return canvas.toDataURL(type, 0.86)
  }, drawing)
  if (!open) await page.close()
  return { name, mimeType: drawing.type, buffer: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64') }
}
