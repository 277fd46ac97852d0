import type { Page } from '@playwright/test'
import { answered } from './harness/calls.ts'
import { follow, hold, mark, hydrated } from './harness/follow.ts'
import { member } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const phone = (page: Page) => page.locator('main a[href^="tel:"]')

/** Makes a page's own code throw on the next render after the test has asked for it. */
async function breakPage(page: Page, id: string) {
  await page.route(`**/assets/${id}-*.js`, async (route) => {
    const code = await (await route.fetch()).text()
    const broken = code.replace(
      /export\{(\w+) as default\};?\s*$/,
      'const broken=(p)=>{if(globalThis.broken)throw new Error("injected");return $1(p)};export{broken as default};',
    )
    expect(broken, 'the page has been made to break').not.toBe(code)
    await route.fulfill({ contentType: 'text/javascript', body: broken })
  })
}

test.describe('a new build of the site', { tag: '@phone' }, () => {
  test('a new build is detected every hour and on return to the tab, and the next navigation is a full page load', async ({
    page,
  }) => {
    await page.clock.install()
    const learned = page.waitForResponse('**/builds/meta/*.json')
    await page.goto('/')
    await heading(page).waitFor()
    await page.clock.fastForward(2000)
    const meta = await learned
    expect(meta.status()).toBe(200)
    expect((await meta.json()) as object).toMatchObject({ prerendered: expect.arrayContaining(['/misc/faq', '/zh']) })
    let looks = 0
    let id = ((await meta.json()) as { id: string }).id
    await page.route('**/builds/latest.json', (route) => {
      looks += 1
      return route.fulfill({ json: { id, timestamp: 1 } })
    })
    const look = () => page.waitForResponse('**/builds/latest.json')
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

    const same = look()
    await page.clock.fastForward('01:00:01')
    await same
    let loaded = await mark(page)
    await follow(page, '/misc/faq')
    await expect(page).toHaveURL('/misc/faq')
    await expect(heading(page)).toBeFocused()
    expect(await loaded(), 'the same build goes on').toBe(false)

    // A short time in another tab triggers no request; a longer one does.
    await comeBack()
    expect(looks).toBe(1)
    id = 'another'
    const other = look()
    await page.clock.fastForward('02:00')
    await comeBack()
    await other
    await follow(page, '/event')
    await expect(page).toHaveURL('/event')
    await expect.poll(loaded, 'another build is loaded').toBe(true)
    loaded = await mark(page)
    const hourly = look()
    await page.clock.fastForward('01:00:01')
    await hourly
    await page.goBack()
    await expect(page).toHaveURL('/misc/faq')
    await expect.poll(loaded, 'also on the way back').toBe(true)
  })

  test('a route without a payload in the new build loads as a document', async ({ page }) => {
    await page.route('**/builds/meta/*.json', (route) => route.fulfill({ json: { prerendered: ['/', '/event'] } }))
    const learned = page.waitForResponse('**/builds/meta/*.json')
    await page.goto('/')
    await learned
    const loaded = await mark(page)
    await follow(page, '/event')
    await expect(page).toHaveURL('/event')
    await expect(heading(page)).toBeFocused()
    expect(await loaded()).toBe(false)
    await follow(page, '/misc/faq')
    await expect(page).toHaveURL('/misc/faq')
    await expect.poll(loaded).toBe(true)
  })
})

test.describe('a missing code chunk', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /Failed to (load resource|fetch dynamically)|TypeError/ })

  test('a missing code chunk reloads the page from the server, once', async ({ page, t }) => {
    // The code is preloaded on hover, before the click.
    const ahead = page.waitForRequest('**/assets/event-*.js')
    await page.goto('/')
    await hydrated(page)
    await page
      .getByRole('navigation', { name: t('common.quick-nav') })
      .getByRole('link', { name: t('common.tab-event') })
      .hover()
    await ahead

    await page.route('**/assets/misc-faq-*.js', (route) => route.abort())
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && new URL(request.url()).pathname === '/misc/faq') documents += 1
    })
    await follow(page, '/misc/faq')
    await expect(page).toHaveURL('/misc/faq')
    await expect(heading(page)).toHaveText(t('common.faq'))
    await answered(page)
    expect(documents).toBe(1)
    // The server's page stays and its links work.
    await page
      .getByRole('navigation', { name: t('common.quick-nav') })
      .getByRole('link', { name: t('common.tab-event') })
      .click()
    await expect(page).toHaveURL('/event')
  })
})

test.describe('a failing connection', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /Failed to load resource|NoAnswer|no answer|Failed to fetch/ })

  test('a failing connection shows a polite error and keeps what was typed', async ({ page, context, t }) => {
    await page.goto('/contact-us')
    const text = page.getByRole('textbox').last()
    await text.fill('请问几点开放？')
    await hydrated(page)
    await answered(page)
    const offline = page.getByRole('status').getByText(t('message.offline'))
    await expect(offline).toBeHidden()
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('common.faq') })
      .click()
    await expect(page.getByText(t('message.unreachable'))).toBeVisible()
    await expect(page).toHaveURL('/contact-us')
    await expect(text).toHaveValue('请问几点开放？')
    await context.setOffline(false)
    await expect(offline).toBeHidden()

    // A slow answer: a message appears after some seconds, and goes with the answer.
    await page.clock.install()
    const answer = await hold(page, '**/misc/faq/_payload.json')
    const slow = page.getByRole('status').getByText(t('message.slow'))
    const asked = page.waitForRequest('**/misc/faq/_payload.json')
    await follow(page, '/misc/faq')
    await asked
    await page.clock.fastForward(6500)
    await expect(slow).toBeVisible()
    await expect(text).toHaveValue('请问几点开放？')
    answer()
    await expect(heading(page)).toHaveText(t('common.faq'))
    await expect(slow).toBeHidden()
  })
})

test('a click before hydration is replayed, and nothing typed is lost', { tag: '@phone' }, async ({
  page,
  t,
  href,
}) => {
  const arrive = await hold(page, '**/assets/public-*.js')
  await page.goto(href('/member/login'), { waitUntil: 'commit' })
  await page.getByLabel(t('member.identifier')).fill(member.identifier)
  await page.getByLabel(t('member.password'), { exact: true }).fill(member.password)
  await page.getByRole('button', { name: t('common.login'), exact: true }).click()
  await expect(page.getByLabel(t('member.identifier'))).toHaveValue(member.identifier)
  arrive()
  await page.waitForURL(`**${href('/member/profile')}`)
})

test('a search or message typed before hydration continues from what was typed', { tag: '@phone' }, async ({
  page,
  t,
}) => {
  await page.goto('/contact-us')
  // Keys typed between hydration and this mark are replayed a moment later; this test leaves the page at once.
  await page.waitForFunction(() => 'live' in document.documentElement.dataset)
  await page.getByLabel('Your message').fill('Older words')
  await page.getByLabel('Your name').fill('Tan Mei Ling')
  const arrive = await hold(page, '**/assets/public-*.js')
  await page.goto('/contact-us', { waitUntil: 'commit' })
  await page.getByLabel('Your message').fill('Newer words')
  const subject = page.locator('main select').first()
  await subject.selectOption({ index: 2 })
  const chosen = await subject.inputValue()
  arrive()
  await hydrated(page)
  await expect(page.getByText(t('contact.restored'))).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('Newer words')
  await expect(page.getByLabel('Your name')).toHaveValue('Tan Mei Ling')
  await expect(subject).toHaveValue(chosen)

  const again = await hold(page, '**/assets/public-*.js')
  await page.goto('/blessing-service', { waitUntil: 'commit' })
  await page.getByLabel(t('offering.search')).fill('zzzz')
  again()
  await expect(page.getByText(t('offering.none-title')).first()).toBeVisible()
})

test('a link clicked before hydration opens its page', { tag: '@phone' }, async ({ page, t, href }) => {
  const arrive = await hold(page, '**/assets/public-*.js')
  const going = `redirect=${encodeURIComponent('/cart?x=1')}`
  await page.goto(`${href('/member/login')}?${going}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('member.to-forgot') }).click()
  await page.waitForURL(`**${href('/member/forgot-password')}?${going}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: '简体中文' }).click()
  await page.waitForURL(`**/zh/member/forgot-password?${going}`, { waitUntil: 'commit' })
  arrive()
})

test.describe('rendering and server errors', { tag: '@phone' }, () => {
  test.use({ allowedErrors: /injected|Failed to load resource|response status 500|Minified React/ })

  test('an error after hydration leaves the server-rendered page in place', async ({ page, t }) => {
    await breakPage(page, 'home')
    await page.goto('/')
    await hydrated(page)
    const words = await heading(page).textContent()
    const text = (await page.locator('#page').innerText()).slice(0, 400)
    // Whatever is rendered next throws: here, the indicator of a navigation.
    const answer = await hold(page, '**/misc/faq/_payload.json')
    await page.evaluate(() => Object.assign(globalThis, { broken: true }))
    await follow(page, '/misc/faq')
    await expect(page.getByText(t('common.broken-title'))).toBeVisible()
    await expect(heading(page)).toHaveText(words ?? '')
    expect(await page.locator('#page').innerText()).toContain(text.split('\n').find((line) => line.length > 20) ?? '?')
    await expect(page.getByText(t('common.failed-title'))).toHaveCount(0)
    // The navigation continues.
    answer()
    await expect(heading(page)).toHaveText(t('common.faq'))
    await expect(page.getByText(t('common.broken-title'))).toHaveCount(0)
    // A page reached by navigation has no server version to fall back to: the error page is shown, with a phone number.
    await follow(page, '/')
    await expect(heading(page)).toHaveText(t('common.failed-title'))
    await expect(phone(page)).toHaveAttribute('href', 'tel:60000000')
    await expect(page.getByRole('navigation', { name: t('common.quick-nav') })).toBeVisible()
  })

  test('an error of the whole application leaves that page too, without a message', async ({ page, t }) => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new Error('injected')
      }
    })
    const failed = page.waitForEvent('console', (message) => message.text().includes('injected'))
    await page.goto('/misc/faq')
    await failed
    await expect(heading(page)).toHaveText(t('common.faq'))
    await page
      .getByRole('navigation', { name: t('common.quick-nav') })
      .getByRole('link', { name: t('common.tab-event') })
      .click()
    await expect(page).toHaveURL('/event')
    await expect(heading(page)).toHaveText(t('event.title'))
  })

  test('server error page and 404 page show the temple’s phone number', async ({ page, t }) => {
    await page.goto('/event')
    await page.route('**/misc/faq/_payload.json', (route) => route.fulfill({ status: 500, json: {} }))
    await follow(page, '/misc/faq')
    await expect(heading(page)).toHaveText(t('common.failed-title'))
    await expect(phone(page)).toHaveAttribute('href', 'tel:60000000')
    expect((await page.goto('/about-us/nowhere'))?.status()).toBe(404)
    await expect(heading(page)).toHaveText(t('error.not-found-title'))
    await expect(phone(page).first()).toHaveAttribute('href', 'tel:60000000')
  })
})
