export { saveBlob } from '../../lib/save-blob.ts'

type Card = { art: string; words: string; temple: string }

const width = 900
const height = 1125
const picture = 760

/** Draws the card as a PNG; null if the browser cannot. */
export async function drawCard({ art, words, temple }: Card): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const draw = canvas.getContext('2d')
  if (!draw) return null
  draw.fillStyle = '#6d1c16'
  draw.fillRect(0, 0, width, height)
  const image = new Image()
  image.src = art
  try {
    await image.decode()
    const scale = Math.max(width / image.naturalWidth, picture / image.naturalHeight)
    const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale]
    draw.save()
    draw.beginPath()
    draw.rect(0, 0, width, picture)
    draw.clip()
    draw.drawImage(image, (width - w) / 2, (picture - h) / 2, w, h)
    draw.restore()
  } catch {
    // Without its drawing the card still has its text.
  }
  const family = getComputedStyle(document.body).fontFamily
  draw.textAlign = 'center'
  draw.fillStyle = '#f3d9a0'
  draw.font = `58px ${family}`
  draw.fillText(words, width / 2, picture + 150, width - 100)
  draw.font = `38px ${family}`
  draw.fillText(temple, width / 2, picture + 260, width - 100)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
