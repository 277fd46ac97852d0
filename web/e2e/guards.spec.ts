import type { Page } from '@playwright/test'
import { answered } from './harness/calls.ts'
import { hydrated, mark } from './harness/follow.ts'
import { newMember, newStaff } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

/** Records the URLs that the page requests from now on. */
function askedFor(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  return addresses
}

const isCheckoutCode = (address: string) => /\/cart-checkout-[^/]+\.js$/.test(address)

/** Clicks a link like one in a text from the office. */
async function clickLinkTo(page: Page, path: string) {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'an old address' })
    document.querySelector('#main')?.prepend(link)
  }, path)
  await page.getByRole('link', { name: 'an old address' }).first().click()
}

// In Chinese, whose paths have a prefix. The journeys go through login and checkout in English.
test.describe('client-side navigation', () => {
  test.use({ siteLanguage: 'zh' })

  test('a guest cannot open the checkout or load its code; after login the member can', async ({
    page,
    program,
    t,
    href,
    devotee,
  }) => {
    const { mobile, password } = await newMember(page.request, program)
    await page.context().clearCookies()
    await fillCart(page.request)
    await page.goto(href('/cart'))
    await expect(page.getByRole('link', { name: t('cart.names-right') })).toBeVisible()
    await answered(page) // also to preloading requests
    const loaded = await mark(page)
    const asked = askedFor(page)
    await devotee.toCheckout()
    const back = href('/cart/checkout')
    await page.waitForURL(`**${href('/member/login')}?redirect=${encodeURIComponent(back)}`)
    await expect(page.getByRole('heading', { level: 1, name: t('common.login') })).toBeVisible()
    expect(asked).toContain(`${back}/_payload.json`)
    expect(asked.filter(isCheckoutCode), 'code of a page that is not shown').toEqual([])

    await devotee.logIn(mobile, password)
    await page.waitForURL(`**${back}`)
    await expect(page.getByRole('heading', { level: 1, name: t('meta.title-checkout') })).toBeVisible()
    expect(asked.filter(isCheckoutCode)).toHaveLength(1)
    expect(asked.lastIndexOf(`${back}/_payload.json`)).toBeLessThan(asked.findIndex(isCheckoutCode))
    expect(await loaded()).toBe(false)

    // The login page is not in the history.
    await page.goBack()
    await page.waitForURL(`**${href('/cart')}`)
    // A logged-in visitor is redirected away from the login page.
    await clickLinkTo(page, `${href('/member/login')}?redirect=//evil.example/`)
    await page.waitForURL(`**${href('/member/profile')}`)
    expect(await loaded()).toBe(false)
  })

  test('staff without a member record are told why they cannot pay, and can complete the record', async ({
    page,
    program,
    t,
    href,
    devotee,
  }) => {
    await newStaff(page.request, program, 'counter')
    await fillCart(page.request)
    await page.goto(href('/cart'))
    await devotee.toCheckout()
    await page.waitForURL(`**${href('/member/profile')}?notice=member-needed`)
    await expect(page.getByRole('main').getByText(t('member.member-needed'), { exact: true })).toBeVisible()
    const name = page.getByLabel(t('profile.name'), { exact: true })
    await name.fill(' ')
    await page.getByRole('button', { name: t('member.record-save') }).click()
    await expect(page.getByRole('alert').getByText(t('member.name-missing'))).toBeVisible()
    await name.fill('Ong Ah Seng')
    await page.getByRole('button', { name: t('member.record-save') }).click()
    await page.waitForURL(`**${href('/cart')}`)
    await devotee.toCheckout()
    await page.waitForURL(`**${href('/cart/checkout')}`)
  })

  test('navigation follows the office’s redirects without a full page load, and leaves the site for external ones', async ({
    page,
    href,
  }) => {
    await page.goto(href('/event'))
    const loaded = await mark(page)
    await clickLinkTo(page, `${href('/lamp')}?from=old`)
    await page.waitForURL(`**${href('/blessing-service/light-lamp')}?from=old`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await loaded()).toBe(false)
    await page.goBack()
    await page.waitForURL(`**${href('/event')}`)

    await page.route('https://www.onemap.gov.sg/', (route) => route.fulfill({ contentType: 'text/html', body: 'map' }))
    await clickLinkTo(page, href('/map'))
    await page.waitForURL('https://www.onemap.gov.sg/')
  })
})

test('a personal page requests its data once, with its query string', async ({ page, program }) => {
  await newMember(page.request, program)
  const asked = askedFor(page)
  await page.goto('/cart?from=a%20friend')
  await hydrated(page)
  await answered(page)
  expect(asked.filter((address) => address.includes('_payload.json'))).toEqual(['/cart/_payload.json?from=a%20friend'])
})
