import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { failedCalls, strangers } from './calls.ts'
import { misnamed } from './misnamed.ts'
import type { Locale } from './words.ts'

/** Examines a page and returns what is wrong with it. */
type Check = (page: Page, siteLanguage: Locale) => Promise<string[]> | string[]

/** Minified, since every page parses it again. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The axe rules whose result can differ in Chinese: names, colour contrast of other texts, and the language itself. */
const ofLanguage = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'color-contrast',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'image-alt',
  'input-button-name',
  'label',
  'label-content-name-mismatch',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'target-size',
  'valid-lang',
]

/** Waits until no request is pending and fade-in animations have ended. */
async function settle(page: Page): Promise<void> {
  // The component gallery shows some components in a busy state permanently.
  await expect(page.locator('[aria-busy="true"]:not([data-specimens] *)'))
    .toHaveCount(0, { timeout: 3_000 })
    .catch(() => undefined)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * What axe reports on the settled page: with all rules in English, and in Chinese only with those that depend on the
 * language. A finding counts only if it is found again at another scroll position: a dialog that is fading in has too
 * little contrast, and a control half under a bar looks too small.
 */
export async function axeFinds(page: Page, siteLanguage: Locale): Promise<string[]> {
  await settle(page)
  const first = await axeNow(page, siteLanguage, 0)
  if (first.size === 0) return []
  await settle(page)
  const second = await axeNow(page, siteLanguage, 150)
  return [...second].filter(([fault]) => first.has(fault)).map(([, text]) => text)
}

/** Each finding with its rule, its element and axe's message, on the page scrolled down by `top` pixels. */
async function axeNow(page: Page, siteLanguage: Locale, top: number): Promise<Map<string, string>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    runOnly: siteLanguage === 'zh' ? { type: 'rule', values: ofLanguage } : { type: 'tag', values: tags },
    // Speech control users say the visible text of a control. The rule is experimental in axe, so no tag includes it.
    rules: { 'label-content-name-mismatch': { enabled: true } },
    resultTypes: ['violations'],
    iframes: false, // a page of the site, which is checked separately
  }
  const found = await page.evaluate(
    async ([chosen, from]) => {
      const before = scrollY
      scrollTo({ top: from, behavior: 'instant' })
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, chosen)
      scrollTo({ top: before, behavior: 'instant' })
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }): [string, string] => {
          const element = target.join(' ')
          return [`${id} ${element}`, `${id}: ${help}\n  ${element}\n    ${failureSummary}`]
        }),
      )
    },
    [options, top] as const,
  )
  return new Map(found)
}

/** Chinese text in elements that are not marked as Chinese (lang). */
const hanInEnglish: Check = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { textContent: text, parentElement: parent } = walker.currentNode
      if (!parent || parent.closest('script,style') || !/\p{Script=Han}/u.test(text ?? '')) continue
      if (!parent.closest('[lang]')?.getAttribute('lang')?.startsWith('zh')) found.push(text?.trim() ?? '')
    }
    return found
  })

/** Fonts above the page's budget. */
const heavyFonts: Check = async (page, siteLanguage) => {
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.woff2'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  const limit = siteLanguage === 'en' ? 30_000 : 85_000
  return bytes > 0 && bytes <= limit ? [] : [`${bytes} bytes of fonts, of at most ${limit}`]
}

/** What exceeds the right edge and causes horizontal scrolling. */
export const tooWide: Check = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map(
        (element) => `too wide: ${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60) ?? ''}`,
      )
      .slice(0, 5)
  })

/** Elements whose text wraps to more than one line, and elements that are clipped. */
export const notInOneLine = (page: Page, selector: string) =>
  page.evaluate((of) => {
    const bad: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(of)) {
      if (element.getClientRects().length === 0 || getComputedStyle(element).visibility === 'hidden') continue
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const box = node.parentElement?.getBoundingClientRect()
        if (!node.textContent?.trim() || !box || box.width <= 1) continue // only for screen readers
        const range = document.createRange()
        range.selectNodeContents(node)
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)))
        if (lines.size > 1) bad.push(`wraps: ${node.textContent}`)
      }
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1) bad.push(`outside: ${element.textContent}`)
    }
    return bad
  }, selector)

/** Links and buttons of the header, the tabs and the buy bar that wrap. */
const wrappedBars: Check = (page) =>
  notInOneLine(page, 'header nav a, header a[href], header button, nav.fixed a, div.fixed p, div.fixed button')

/** Elements of the header that are not vertically centred. */
const crookedHeader: Check = async (page) => {
  const middles = await page.locator('header .wrap > *').evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, height }) => Math.round(top + height / 2)),
  )
  return Math.max(...middles) - Math.min(...middles) <= 2 ? [] : [`the header's middles: ${middles.join(', ')}`]
}

/** Words in headings that are broken across lines. A Chinese character counts as a word. */
const brokenWords: Check = (page) =>
  page.evaluate(() => {
    const bad: string[] = []
    for (const heading of document.querySelectorAll('h1,h2,h3')) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const match of (node.textContent ?? '').matchAll(/[A-Za-z’]+/g)) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1)
            bad.push(`broken: ${match[0]}`)
        }
    }
    return bad
  })

/** Placeholders that are clipped by their field. */
const cutPlaceholders: Check = (page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((box) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(box)
      const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (!pen || room <= 0) return []
      pen.font = font
      return pen.measureText(box.placeholder).width > room ? [`cut: ${box.placeholder}`] : []
    })
  })

/** Text inside a title or a line of text whose line height differs from it. */
const openLines: Check = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(':is(h1, h2, h3) :is(a, span), a > span, p > span')]
      .filter((word) => getComputedStyle(word).display === 'inline' && word.className === '')
      .filter(({ parentElement }) => parentElement?.closest('[lang]') === document.documentElement)
      .filter((word) => {
        const [own, line] = [word, word.parentElement ?? word].map((one) => getComputedStyle(one))
        return own?.fontSize === line?.fontSize && own?.lineHeight !== line?.lineHeight
      })
      .map(({ textContent }) => `open: ${textContent}`),
  )

/** Shadows that are clipped: Chrome clips those in a fieldset that is laid out late, whatever its padding. */
const cutShadows: Check = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('fieldset')]
      .filter((one) => getComputedStyle(one).contentVisibility === 'auto')
      .map(({ textContent }) => `cut: ${textContent.slice(0, 20)}`),
  )

/** Breadcrumbs whose left edge differs from the page's. */
const trailAside: Check = async (page) => {
  const left = await page.locator('main nav ol').evaluate((one) => one.getBoundingClientRect().left)
  const starts = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('h1, .eyebrow, .card')].map((one) => one.getBoundingClientRect().left),
    )
  return Math.abs(left - Math.min(...starts)) <= 2
    ? []
    : [`the way begins at ${left}, the page at ${starts.join(', ')}`]
}

/** Rows of the catalogue that its cards do not fill. */
const shortRows: Check = (page) =>
  page.locator('main section ul').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const end = list.getBoundingClientRect().right
      const rows = new Map<number, number>()
      for (const card of list.children) {
        const { top, right } = card.getBoundingClientRect()
        rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, right))
      }
      return [...rows.values()].filter((right) => end - right > 2).map((right) => `${end - right} pixels are empty`)
    }),
  )

/** Checks for a page at any screen width. */
export const checks = { axeFinds, failedCalls, hanInEnglish, heavyFonts, misnamed, strangers } satisfies Record<
  string,
  Check
>

/** Checks for each width and text size. */
export const layoutChecks = {
  tooWide,
  wrappedBars,
  crookedHeader,
  brokenWords,
  cutPlaceholders,
  openLines,
  cutShadows,
} satisfies Record<string, Check>

/** Checks for some pages, on a computer. */
export const computerChecks = { trailAside, shortRows } satisfies Record<string, Check>
