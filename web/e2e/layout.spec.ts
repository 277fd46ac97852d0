import type { Page } from '@playwright/test'
import { visitPage } from './harness/pages.ts'
import { fillCart, logIn } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

const widths = [320, 360, 390, 640, 768, 1024, 1152, 1280, 1440]

async function see(page: Page, width: number, size: '1' | '2' | '3', height = 800) {
  await page.setViewportSize({ width, height })
  await page.evaluate((chosen) => {
    document.documentElement.dataset.size = chosen
    localStorage.setItem('shanmen.size', chosen)
  }, size)
}

/** The words of the elements that stand in more than one line, and those cut off. */
const notInOneLine = (page: Page, selector: string) =>
  page.evaluate((of) => {
    const bad: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(of)) {
      if (element.getClientRects().length === 0 || getComputedStyle(element).visibility === 'hidden') continue
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const box = node.parentElement?.getBoundingClientRect()
        if (!node.textContent?.trim() || !box || box.width <= 1) continue // said, not shown
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

/** Words of headings that are broken inside. A Chinese character is a word of its own. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const bad: string[] = []
    for (const heading of document.querySelectorAll('h1,h2,h3')) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const match of (node.textContent ?? '').matchAll(/[A-Za-z’]+/g)) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1) bad.push(match[0])
        }
    }
    return bad
  })

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`the public pages in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ visit })

    test('header, tabs and buy bar hold one row, and no heading breaks a word, at every width and size', async ({
      page,
      href,
    }) => {
      test.slow()
      await fillCart(page.request)
      for (const path of [
        '/',
        '/blessing-service',
        '/blessing-service/light-lamp',
        '/blessing-service/permanent-tablet',
      ]) {
        await visitPage(page, href(path))
        for (const width of widths)
          for (const size of ['1', '3'] as const) {
            await see(page, width, size)
            const at = `${path} at ${width} pixels, size ${size}`
            expect(await notInOneLine(page, 'header nav a, header a[href], header button'), `${at}: header`).toEqual([])
            expect(await notInOneLine(page, 'nav.fixed a'), `${at}: tabs`).toEqual([])
            expect(await notInOneLine(page, 'div.fixed p, div.fixed button'), `${at}: buy bar`).toEqual([])
            expect(await brokenWords(page), `${at}: headings`).toEqual([])
            const tops = await page.locator('header .wrap > *').evaluateAll((all) =>
              all
                .map((one) => one.getBoundingClientRect())
                .filter(({ height }) => height > 0)
                .map(({ top, height }) => Math.round(top + height / 2)),
            )
            expect(Math.max(...tops) - Math.min(...tops), `${at}: header's middle`).toBeLessThanOrEqual(2)
          }
      }
    })

    test('the words of the tabs grow with the text', async ({ page, href }) => {
      await visitPage(page, href('/'))
      const size = () =>
        page
          .locator('nav.fixed a')
          .first()
          .evaluate((tab) => Number.parseFloat(getComputedStyle(tab).fontSize))
      for (const width of [360, 390]) {
        await see(page, width, '1')
        const before = await size()
        await see(page, width, '3')
        expect(await size(), `at ${width} pixels`).toBeGreaterThan(before * 1.15)
      }
    })

    test('on a computer sum and button stand on the first screen, beside a small slip', async ({ page, href, t }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, 1280, '1')
      const panel = page.getByRole('complementary', { name: t('offering.total') })
      await expect(panel.getByRole('button', { name: t('offering.add') })).toBeInViewport({ ratio: 1 })
      await expect(panel.getByText('S$38').last()).toBeInViewport({ ratio: 1 })
      const slip = await panel.locator('figure > div').first().boundingBox()
      expect(slip?.height).toBeLessThanOrEqual(220)
    })

    test('a long name on the slip is smaller, and leaves the others as they are', async ({ page, href }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, 1280, '1')
      await page.getByRole('radio').nth(1).check()
      const names = page.locator('aside figure [lang="zh-Hans"] > p')
      const sizeOf = (i: number) => names.nth(i).evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))
      const cards = page.locator('fieldset ol > li')
      await cards.first().getByRole('textbox').first().fill('陈美玲')
      await expect(names).toHaveCount(1)
      const alone = await sizeOf(0)
      if ((await cards.count()) < 2) await page.locator('fieldset:has(> ol) > button').click()
      await cards.nth(1).getByRole('textbox').last().fill('Bartholomew Ponnampalam')
      await expect(names).toHaveCount(2)
      expect(await sizeOf(0)).toBe(alone)
      expect(await sizeOf(1)).toBeLessThan(alone)
      expect(await notInOneLine(page, 'aside figure [lang="zh-Hans"] > p')).toEqual([])
    })

    test('cards of the catalogue fill their rows', async ({ page, href }) => {
      await visitPage(page, href('/blessing-service'))
      await see(page, 1280, '1')
      const short = await page.locator('main section ul').evaluateAll((lists) =>
        lists.flatMap((list) => {
          const end = list.getBoundingClientRect().right
          const rows = new Map<number, number>()
          for (const card of list.children) {
            const { top, right } = card.getBoundingClientRect()
            rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, right))
          }
          return [...rows.values()].filter((right) => end - right > 2).map((right) => end - right)
        }),
      )
      expect(short).toEqual([])
    })

    test('the checkout has a slim footer, and none is empty below', async ({ page, href }) => {
      await visitPage(page, href('/event'))
      await see(page, 1280, '1')
      const below = () =>
        page.getByRole('contentinfo').evaluate((footer) => {
          const end = Math.max(
            ...[...footer.querySelectorAll('p,a,svg')].map((one) => one.getBoundingClientRect().bottom),
          )
          return footer.getBoundingClientRect().bottom - end
        })
      expect(await below()).toBeLessThan(60)
      await logIn(page.request)
      await fillCart(page.request)
      await visitPage(page, href('/cart/checkout'))
      expect(await below()).toBeLessThan(60)
      const height = await page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().height)
      expect(height).toBeLessThan(180)
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(1)
    })

    test('the way to a page begins where the page does', async ({ page, href }) => {
      for (const path of [
        '/member/login',
        '/find-my-lamp',
        '/cart',
        '/misc/faq',
        '/blessing-service/permanent-tablet',
      ]) {
        await visitPage(page, href(path))
        await see(page, 1280, '1')
        const left = await page.locator('main nav ol').evaluate((one) => one.getBoundingClientRect().left)
        const starts = await page
          .locator('main')
          .evaluate((main) =>
            [...main.querySelectorAll('h1, .eyebrow, .card')].map((one) => one.getBoundingClientRect().left),
          )
        expect(Math.abs(left - Math.min(...starts)), path).toBeLessThanOrEqual(2)
      }
    })

    test('getting here leads to the map with its directions', async ({ page, href, t }) => {
      await visitPage(page, href('/'))
      await page.getByRole('link', { name: t('home.task-visit') }).click()
      await expect(page).toHaveURL(/contact-us#way$/)
      await expect(page.getByRole('heading', { name: t('contact.way-title') })).toBeInViewport()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: t('common.contact-us') })).toHaveCount(1)
    })
  })
