import type { Locator, Page } from '@playwright/test'
import { visitPage } from './harness/pages.ts'
import { fillCart, logIn } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

/** The phone number of the demonstration. */
const phone = 'a[href^="tel:"]'

// The test of the HTML checks that every page has this text, in both languages.
test.describe('without JavaScript', () => {
  test.use({ siteLanguage: 'zh', javaScriptEnabled: false, allowedErrors: /status of 404/ })

  test('a page can be read, links work, and the phone number is shown', async ({ page, href, t }) => {
    for (const path of ['/nowhere', '/cart', '/misc/faq', '/']) {
      await page.goto(href(path))
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByText(t('common.without-script')), path).toBeVisible()
      await expect(page.locator(`.without-script ${phone}`), path).toBeVisible()
    }
    for (const path of ['/blessing-service/light-lamp', '/contact-us', '/member/login', '/find-my-lamp']) {
      await page.goto(href(path))
      await expect(page.locator('button:visible'), `${path}: no button looks alive`).toHaveCount(0)
    }
    await page
      .locator('header')
      .getByRole('link', { name: t('common.event'), exact: true })
      .click()
    await expect(page).toHaveURL((url) => url.pathname === href('/event'))
    await page.goto(href('/misc/faq'))
    const question = page.locator('details').first()
    await question.locator('summary').click()
    await expect(question).toHaveAttribute('open')
  })
})

test.describe('Chinese typography', () => {
  test.use({ siteLanguage: 'zh' })

  test('Chinese text has full-width punctuation, strict line breaking, and balanced headings', async ({
    page,
    href,
  }) => {
    await visitPage(page, href('/misc/privacy-policy'))
    // Quotation marks are full-width, like the characters between them.
    const width = await page.evaluate(() => {
      const line = document.createElement('span')
      line.textContent = '字“字'
      document.getElementById('main')?.append(line)
      return line.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(line).fontSize)
    })
    expect(width).toBeCloseTo(3, 1)
    await expect(page.locator('h1')).toHaveCSS('text-wrap', /pretty/)
    await expect(page.locator('body')).toHaveCSS('line-break', 'strict')
  })
})

test.describe('a browser older than the supported ones', () => {
  test.use({ allowedErrors: /too old for the pages/ })

  test('the server-rendered page stays usable, with the phone number', async ({ page, t }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'toSorted')
    })
    await page.goto('/')
    await expect(page.getByText(t('common.without-script'))).toBeVisible()
    await expect(page.locator(`.without-script ${phone}`)).toBeVisible()
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
    await page
      .locator('header')
      .getByRole('link', { name: t('common.event'), exact: true })
      .click()
    await expect(page).toHaveURL(/\/event$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => Reflect.has(window, 'sameDocument'))).toBe(false)
  })
})

test('the oldest supported browser sees no warning about its age', async ({ page, t }) => {
  await visitPage(page, '/')
  await expect(page.getByText(t('common.without-script'))).toBeHidden()
})

test.describe('the chosen text size', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  test('the chosen text size is applied at first paint, before any script or style sheet has loaded', async ({
    page,
    t,
  }) => {
    await visitPage(page, '/')
    await page.getByRole('button', { name: t('common.text-largest') }).click()
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    expect(await size()).toBe('22.4px')
    await page.route(/\/assets\//, (route) => route.abort())
    await page.goto('/event')
    expect(await size()).toBe('22.4px')
  })
})

test('no animation runs with prefers-reduced-motion', async ({ page, t }) => {
  const moving = () => page.evaluate(() => document.getAnimations().length)
  const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
  const openMenu = async () => {
    await visitPage(page, '/')
    await page.evaluate(() => {
      addEventListener('animationstart', () => Reflect.set(window, 'moved', true), true)
    })
    await page.getByRole('button', { name: t('common.menu') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(100)
    return page.evaluate(() => Reflect.get(window, 'moved') === true)
  }
  await page.setViewportSize({ width: 700, height: 800 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await openMenu()).toBe(true)
  expect(await scrolling()).toBe('smooth')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await openMenu()).toBe(false)
  expect(await moving()).toBe(0)
  expect(await scrolling()).toBe('auto')
})

/** The controls of a page that have no visible border against their background. */
const withoutEdge = (page: Page) =>
  page.locator('#main').evaluate((main) => {
    const ground = getComputedStyle(document.body).backgroundColor
    return [...main.querySelectorAll('.btn, .field, .card, button')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientHeight > 0)
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, outlineStyle, outlineWidth } = getComputedStyle(element)
        const border = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1 && borderTopColor !== ground
        return !border && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** The outline of an element. */
const marked = (control: Locator) => control.evaluate((element) => getComputedStyle(element).outlineStyle)

test.describe('with forced colours (high contrast)', () => {
  test('with forced colours, buttons, fields, choices, icons and the focus outline stay visible', async ({
    page,
    t,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await logIn(page.request)
    await fillCart(page.request)
    for (const path of ['/', '/blessing-service/light-lamp', '/event', '/contact-us', '/cart', '/cart/checkout']) {
      await visitPage(page, path)
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(await withoutEdge(page), `${path}: controls whose edge cannot be seen`).toEqual([])
      const hidden = await page.evaluate(
        (colour) =>
          [...document.querySelectorAll<SVGElement>('svg[stroke="currentColor"]')]
            .filter((icon) => icon.getBoundingClientRect().width > 0 && getComputedStyle(icon).stroke === colour)
            .map((icon) => icon.parentElement?.outerHTML.slice(0, 120)),
        ground,
      )
      expect(hidden, `${path}: icons in the colour of the ground`).toEqual([])
    }
    await page.locator('#main').evaluate((main) => {
      const bare = main.appendChild(document.createElement('button'))
      bare.textContent = 'Bare'
      bare.style.border = '0'
    })
    expect(await withoutEdge(page), 'a fault that was planted').toHaveLength(1)
    await visitPage(page, '/blessing-service/light-lamp')
    const choices = page.locator('label:has(> input[type="radio"])')
    expect(await marked(choices.filter({ has: page.locator(':checked') }).first())).toBe('solid')
    expect(await marked(choices.filter({ hasNot: page.locator(':checked') }).first())).toBe('none')
    await visitPage(page, '/event')
    const kinds = page.getByRole('navigation', { name: t('event.kinds') }).getByRole('link')
    expect(await marked(kinds.first())).toBe('solid')
    expect(await marked(kinds.nth(1))).toBe('none')
    await kinds.nth(1).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await marked(kinds.nth(1))).toBe('solid')
  })
})
