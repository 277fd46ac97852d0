import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'

/** Screenshot options that stop animations. */
const still = { animations: 'disabled', caret: 'hide' } as const

/** Waits until fonts and pictures have loaded. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {}))) // a broken image is checked elsewhere as a blank one
  })
}

type Place = { name: string; x: number; y: number; width: number; height: number }

/** The gallery's samples that are blank: one single colour in the page's screenshot. */
export async function blankSpecimens(page: Page): Promise<string[]> {
  const places = await page.evaluate((): Place[] =>
    [...document.querySelectorAll('[data-specimens]')].flatMap((part) => {
      const name = part.parentElement?.querySelector('h2')?.textContent ?? ''
      const shown = [...part.children]
        .flatMap((child) => (child.matches('p.flex') ? [...child.children] : [child]))
        .filter((child) => !child.matches('.sr-only, dialog:not([open])'))
      if (shown.length === 0) return [{ name: `${name}: none`, x: 0, y: 0, width: 0, height: 0 }]
      return shown.map((specimen, i) => {
        const { x, y, width, height } = specimen.getBoundingClientRect()
        return { name: `${name} ${i + 1}`, x: x + scrollX, y: y + scrollY, width, height }
      })
    }),
  )
  const picture = PNG.sync.read(await page.screenshot({ ...still, fullPage: true }))
  return places.filter((place) => !inked(picture, place)).map(({ name }) => name)
}

/** Whether at least this many pixels of an area clearly differ from its most frequent colour. */
function inked(picture: PNG, place: Place, least = 12): boolean {
  const right = Math.min(picture.width, Math.floor(place.x + place.width))
  const bottom = Math.min(picture.height, Math.floor(place.y + place.height))
  const counts = new Map<number, number>()
  for (let y = Math.max(0, Math.ceil(place.y)); y < bottom; y++)
    for (let x = Math.max(0, Math.ceil(place.x)); x < right; x++) {
      const colour = picture.data.readUInt32BE((y * picture.width + x) * 4)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  const [ground] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  if (ground === undefined) return false
  let ink = 0
  for (const [colour, count] of counts) if (apart(colour, ground) > 24) ink += count
  return ink >= least
}

function apart(a: number, b: number): number {
  return Math.max(...[24, 16, 8].map((shift) => Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255))))
}

/** Texts of the components that are clipped, exceed their component, or overlap other text. */
export async function wordsInTrouble(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    for (const part of document.querySelectorAll('[data-specimens]')) {
      const name = part.parentElement?.querySelector('h2')?.textContent ?? ''
      const seen: { text: string; rect: DOMRect }[] = []
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        const parent = node.parentElement
        if (!text || !parent || parent.closest('.sr-only, option, dialog:not([open])')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const rects = [...range.getClientRects()]
        // The box of a line is higher than its letters, especially in a Chinese font.
        const letters = rects.map(
          ({ x, y, width, height }) => new DOMRect(x + 1, y + height / 4, width - 2, height / 2),
        )
        for (let box: Element | null = parent; box && part.contains(box); box = box.parentElement) {
          const clips = getComputedStyle(box).overflow !== 'visible' || box === part || box.matches('button, .btn')
          if (!clips || getComputedStyle(box).display === 'inline') continue
          const edge = box.getBoundingClientRect()
          const out = letters.some(
            (line) =>
              line.left < edge.left - 1 ||
              line.right > edge.right + 1 ||
              line.top < edge.top - 1 ||
              line.bottom > edge.bottom + 1,
          )
          if (out) found.add(`${name}: ${text} is cut off or sticks out`)
        }
        for (const rect of letters) {
          const over = seen.find(
            (other) =>
              Math.min(other.rect.right, rect.right) - Math.max(other.rect.left, rect.left) > 2 &&
              Math.min(other.rect.bottom, rect.bottom) - Math.max(other.rect.top, rect.top) > 2,
          )
          if (over) found.add(`${name}: ${text} lies over ${over.text}`)
        }
        for (const rect of letters) seen.push({ text, rect })
      }
    }
    return [...found]
  })
}

/** The controls that look the same with and without the focus. */
export async function likeAtRest(page: Page): Promise<string[]> {
  const alike: string[] = []
  for (const part of await page.locator('[data-specimens]').all()) {
    const control = part.locator('button:enabled, input:enabled, textarea:enabled, select:enabled, a[href]').first()
    if ((await control.count()) === 0) continue
    const before = await part.screenshot(still)
    await page.keyboard.press('Shift') // the focus outline appears only for keyboard users
    await control.focus()
    const name = await part.locator('xpath=..').getByRole('heading').first().textContent()
    if (before.equals(await part.screenshot(still))) alike.push(name ?? '')
    await control.blur()
  }
  return alike
}

/** Whether the same control looks different once an attribute changes its state. */
export async function showsState(control: Locator, state: string): Promise<boolean> {
  const before = await control.screenshot(still)
  await control.evaluate((node, name) => node.setAttribute(name, 'true'), state)
  const after = await control.screenshot(still)
  await control.evaluate((node, name) => node.removeAttribute(name), state)
  return !before.equals(after)
}
