import type { Page } from '@playwright/test'
import { visitPage } from './harness/pages.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

type Stop = { what: string; trouble?: string }

/** The focused element, and what is wrong with its focus outline. Undefined when nothing has the focus. */
function focused(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return
    const what = `${element.tagName.toLowerCase()} ${element.id || element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40)}`
    // A choice in a card and a file drop area show their outline around the card.
    const shown = element.matches('label input') ? (element.closest('label') ?? element) : element
    const box = shown.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return { what, trouble: 'has no size' }
    const ringed = [element, shown].some((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /6px/.test(boxShadow)
    })
    if (!ringed) return { what, trouble: 'has no ring' }
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (left >= right || top >= bottom) return { what, trouble: 'is off the screen' }
    // At least one of several points is visible: corners may be rounded, and a bar may cover a part of a tall element.
    const places = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.15, 0.85].map((y) => [x, y] as const))
    const there = places.map(([x, y]) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y))
    if (there.some((each) => each !== null && (shown.contains(each) || each.contains(shown)))) return { what }
    return { what, trouble: `is hidden behind ${there[0]?.outerHTML.slice(0, 200)}` }
  })
}

/** Presses Tab through the page until the focus leaves it at its end. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error(
    `no way out of ${page.url()}: ${stops
      .slice(-5)
      .map(({ what }) => what)
      .join(', ')}`,
  )
}

const troubles = (stops: Stop[]) => stops.filter(({ trouble }) => trouble)

test.describe('by keyboard only', () => {
  test('every focus stop is visible, and Tab reaches the end of the page', async ({ page, program }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' }) // scrolling is immediate
    await newMember(page.request, program)
    await fillCart(page.request)
    const pages = [
      '/',
      '/misc/faq',
      '/blessing-service',
      '/blessing-service/light-lamp',
      '/event',
      '/contact-us',
      '/cart',
      '/cart/checkout',
    ]
    for (const path of pages) {
      await visitPage(page, path)
      const stops = await walk(page)
      expect(stops.length, path).toBeGreaterThan(15)
      expect(troubles(stops), path).toEqual([])
    }
    // A small phone, on which fixed bars cover a part of the page.
    await page.setViewportSize({ width: 390, height: 700 })
    for (const path of ['/', '/blessing-service/light-lamp', '/cart/checkout']) {
      await visitPage(page, path)
      expect(troubles(await walk(page)), `${path} on a phone`).toEqual([])
    }
  })

  test('the first focus stop is the link that skips to the content', async ({ page, t }) => {
    await visitPage(page, '/event')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: t('common.skip') })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true)
  })

  test('the open menu traps the focus and returns it on closing', async ({ page, t }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await visitPage(page, '/')
    const button = page.getByRole('button', { name: t('common.menu') })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      // Between the last and the first stop, the focus is in the browser's own toolbar.
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(/DIALOG|BODY/)
      expect(await page.evaluate(() => document.activeElement?.closest('header, main, footer') === null)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('common.faq') })
      .focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/misc\/faq$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('opening an FAQ answer, filtering without losing the scroll position, and moving the focus when an item is removed', async ({
    page,
    program,
    t,
  }) => {
    await visitPage(page, '/misc/faq')
    const question = page.locator('details').nth(1)
    await question.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(question).toHaveAttribute('open')
    await expect(question.locator('summary')).toBeFocused()

    await visitPage(page, '/event')
    await page
      .getByRole('navigation', { name: t('event.kinds') })
      .getByRole('link')
      .nth(1)
      .focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/kind=/)
    expect(await focused(page)).toBeDefined()

    await newMember(page.request, program)
    await fillCart(page.request)
    await visitPage(page, '/cart')
    await page
      .getByRole('button', { name: t('cart.remove-item', { title: '' }) })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: t('cart.empty-title') })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })
})
