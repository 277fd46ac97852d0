import type { Page } from '@playwright/test'
import { openPages, ownPages, visitPage } from './harness/pages.ts'
import { fillCart, logIn, order } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

/**
 * Controls whose name does not contain the words that are seen on them: who says "press Remove" to the computer would
 * press nothing (WCAG 2.5.3).
 */
const misnamed = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const plain = (text: string) =>
      text
        .replaceAll(/[\s\p{P}]+/gu, ' ')
        .trim()
        .toLowerCase()
    const seen = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data
          if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || node.matches('svg,option')) return ''
          const { width, height } = node.getBoundingClientRect()
          return width > 1 && height > 1 ? seen(node) : ''
        })
        .join(' ')
    return [...document.querySelectorAll('a[href],button,summary,[role="button"],[role="radio"],[role="tab"]')]
      .filter((control) => control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby'))
      .map((control) => {
        const by = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
        const name =
          by.length > 0 ? by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ') : control.ariaLabel
        return { words: plain(seen(control)), name: plain(name ?? '') }
      })
      .filter(({ words, name }) => words && !name.includes(words))
      .map(({ words, name }) => `“${words}” is called “${name}”`)
  })

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`on every public page in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ visit, mayComplain: /status of 404/ })

    test('a control’s name has the words that are seen on it', async ({ page, href }) => {
      test.slow()
      const look = async (paths: readonly string[]) => {
        for (const path of paths) {
          await visitPage(page, href(path))
          expect(await misnamed(page), path).toEqual([])
        }
      }
      await look(openPages)
      await logIn(page.request)
      await fillCart(page.request)
      await order(page.request, 'cash')
      await fillCart(page.request)
      await look(ownPages)
    })
  })
