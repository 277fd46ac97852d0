import type { Page } from '@playwright/test'
import { follow, mark } from './harness/follow.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test.describe('page navigation', { tag: '@phone' }, () => {
  test('navigation closes the menu, scrolls new pages to the top, and restores the position on Back', async ({
    page,
    t,
  }) => {
    await page.goto('/')
    const sameDocument = await mark(page)
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
    const openMenu = page.getByRole('button', { name: t('common.menu'), exact: true })
    // A real click of the test would scroll to where the sticky header is in the document.
    await openMenu.dispatchEvent('click')
    const menu = page.getByRole('dialog', { name: t('common.menu-title') })
    await menu.getByRole('link', { name: t('common.faq') }).click()
    await expect(menu).toBeHidden()

    // The new page is scrolled to the top, its heading has the focus, and its title is announced.
    await expect(heading(page)).toHaveText(t('common.faq'))
    await expect(heading(page)).toBeFocused()
    expect(await scrolled(page)).toBe(0)
    await expect(page.getByRole('status').filter({ hasText: t('common.faq') })).toHaveCount(1)
    await expect(page).toHaveTitle(new RegExp(`^${t('common.faq')}`))

    // Back closes the menu too, and restores the scroll position.
    await openMenu.dispatchEvent('click')
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(650)

    // The page scrolls to a fragment once the page and its code have loaded.
    await follow(page, '/misc/term-and-condition#part-4')
    const part = page.locator('#part-4')
    await expect(part).toBeInViewport()
    await expect(part).toBeFocused()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
    // Back within the page restores the position, and closes the menu too.
    await follow(page, '#part-1')
    await expect(page.locator('#part-1')).toBeInViewport()
    await openMenu.dispatchEvent('click')
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(part).toBeInViewport()
    // No URL breaks a page, and switching the language keeps the page.
    await follow(page, '/misc/privacy-policy#%')
    await expect(heading(page)).toHaveText(t('common.privacy-policy'))
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    await follow(page, '/zh/misc/privacy-policy')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    expect(await scrolled(page)).toBeGreaterThan(200)
    expect(await sameDocument(), 'all of it without loading a document').toBe(false)
  })

  test('on wide screens the cart link stays in the header while scrolling, and nothing covers it', async ({
    page,
    t,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await fillCart(page.request)
    await page.goto('/event')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const cart = page.getByRole('banner').getByRole('link', { name: t('common.cart') })
    await expect(cart).toBeInViewport()
    const fixed = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => getComputedStyle(one).position === 'fixed' && one.getBoundingClientRect().height > 0)
        .filter((one) => getComputedStyle(one).pointerEvents !== 'none') // the area of the toasts
        .map((one) => one.outerHTML.slice(0, 80)),
    )
    expect(fixed).toEqual([])
    await cart.click()
    await expect(page).toHaveURL('/cart')
  })
})

test.describe('the login session', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('a failed session request shows the guest view only until the next try succeeds, and logging out deletes the session’s data', async ({
    page,
    program,
    t,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await newMember(page.request, program)
    await fillCart(page.request)
    let asked = 0
    await page.route('**/api/_auth/session*', (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto('/')
    await expect(page.getByText(t('message.session-failed'))).toBeVisible()
    const account = page.getByRole('banner').getByRole('link', { name: t('common.account') })
    const login = page.getByRole('banner').getByRole('link', { name: t('common.login') })
    await expect(login).toBeVisible()
    expect(asked, 'once, and once more').toBe(2)
    // The next visibility change sends the request again.
    await page.unroute('**/api/_auth/session*')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(account).toBeVisible()

    await follow(page, '/cart')
    await expect(page.getByText('S$88.00').first()).toBeVisible()
    await page.evaluate(() => sessionStorage.setItem('shanmen.contact', '{"text":"private"}'))
    let sessions = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/_auth/session')) sessions += 1
    })
    await account.click()
    await page.getByRole('button', { name: t('common.logout') }).click()
    await expect(page.getByText(t('message.logged-out'))).toBeVisible()
    await expect(login).toBeVisible()
    expect(sessions, 'what is known is not asked for again').toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('shanmen.contact'))).toBeNull()
    await follow(page, '/cart')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByText('S$88.00')).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText('陈')
  })
})

test.describe('HTML content', { tag: '@phone' }, () => {
  // The browser's content security policy blocks them too, even while the sanitiser parses them.
  test.use({ allowedErrors: /status of 404|Content Security Policy/ })

  test('HTML is sanitised in the browser after client-side navigation', async ({ page }) => {
    await page.route('**/about-us/history/_payload.json', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: { html: string } }
      body.data.html +=
        '<p style="color:red" onclick="hit()">Last</p><img src="/x" alt="" onerror="hit()"><a href="javascript:hit()">a</a><a href="/cart" target="_blank">cart</a>'
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto('/')
    await follow(page, '/about-us/history')
    const text = page.locator('main .prose').last()
    await expect(text.getByText('Last', { exact: true })).toBeVisible()
    await expect(text.locator('[style], [onclick], [onerror], a[href^="javascript"]')).toHaveCount(0)
    await expect(text.getByRole('link', { name: 'cart' })).toHaveAttribute('rel', 'noopener')
  })
})
