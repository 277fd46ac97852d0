import { saveBlob } from '../../lib/save-blob.ts'

/** Shares a text with the phone's share dialog, or copies it; true when it was copied. */
export async function sendOn(text: string): Promise<boolean> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text })
    } catch {
      // The user closed the phone's share dialog.
    }
    return false
  }
  await navigator.clipboard.writeText(text)
  return true
}

type Drawn = { temple: string; title: string; code: string; where: string; way: string; names: readonly string[] }

const width = 900
const margin = 70

/** Saves a PNG that shows the position of a lamp, which is easy to find in a phone's album. */
export async function savePicture({ temple, title, code, where, way, names }: Drawn): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  const draw = canvas.getContext('2d')
  if (!draw) return
  const family = getComputedStyle(document.body).fontFamily
  const parts = [
    { text: temple, font: `34px ${family}`, ink: '#5a493d', room: 30 },
    { text: title, font: `40px ${family}`, ink: '#2a1a12', room: 20 },
    { text: code, font: `bold 130px ${family}`, ink: '#9f2a1f', room: 26 },
    { text: where, font: `bold 42px ${family}`, ink: '#2a1a12', room: 14 },
    { text: way, font: `36px ${family}`, ink: '#5a493d', room: 36 },
    { text: names.join('　'), font: `40px ${family}`, ink: '#2a1a12', room: 0 },
  ].filter(({ text }) => text)
  const lines = parts.flatMap((part) => {
    draw.font = part.font
    const size = Number(/(\d+)px/.exec(part.font)?.[1] ?? 40)
    const broken = fold(draw, part.text)
    return broken.map((text, n) => ({ ...part, text, height: size * 1.35 + (n === broken.length - 1 ? part.room : 0) }))
  })
  canvas.height = 2 * margin + lines.reduce((sum, { height }) => sum + height, 0)
  draw.fillStyle = '#fdf8ec'
  draw.fillRect(0, 0, width, canvas.height)
  draw.strokeStyle = '#9f2a1f'
  draw.lineWidth = 6
  draw.strokeRect(18, 18, width - 36, canvas.height - 36)
  draw.textBaseline = 'top'
  let y = margin
  for (const line of lines) {
    draw.font = line.font
    draw.fillStyle = line.ink
    draw.fillText(line.text, margin, y)
    y += line.height
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveBlob(blob, `${code}.png`)
}

/** Wraps a text into lines that fit: at spaces, and anywhere between Chinese characters. */
function fold(draw: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of text.match(/[\u2e80-\u{10ffff}]|[^\s\u2e80-\u{10ffff}]+\s*|\s+/gu) ?? []) {
    if (line && draw.measureText(line + part).width > width - 2 * margin) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  return [...lines, line.trimEnd()]
}
