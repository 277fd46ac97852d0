import type { Locator, Page } from '@playwright/test'
import { newcomer } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { newMember } from './harness/member.ts'
import { expect, test } from './harness/test.ts'

/** Counts taps. A key press, a code that is submitted automatically and a focused field need none. */
class Finger {
  count = 0

  async tap(target: Locator) {
    this.count += 1
    await target.click()
  }

  /** Types into a field, with a tap unless it is focused already. */
  async type(field: Locator, text: string) {
    await expect(field).toBeVisible()
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field)
    await field.fill(text)
  }

  /** Chooses a file: one tap on the control that opens the photo album. */
  async choose(page: Page, opens: Locator, file: Parameters<Locator['setInputFiles']>[0]) {
    const chooser = page.waitForEvent('filechooser')
    await this.tap(opens)
    await (await chooser).setFiles(file)
  }
}

test.describe('taps from home to a completed payment', () => {
  test('a signed-in member with a family book needs nine taps', { tag: '@phone' }, async ({
    page,
    program,
    t,
    href,
    devotee,
  }) => {
    await newMember(page.request, program)
    const entry = { kind: 'living', name: 'Lim Kok Hwa', chineseName: '林国华' }
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    expect((await page.request.post('/api/family', { data: entry, headers })).status()).toBe(200)
    const finger = new Finger()
    await page.goto(href('/'))
    await hydrated(page)
    await finger.tap(page.getByRole('link', { name: t('home.offer'), exact: true }))
    await page.waitForURL(`**${href('/blessing-service')}`)
    await finger.tap(page.getByRole('link', { name: 'Blessing lamp', exact: true }).first())
    await page.waitForURL(`**${href('/blessing-service/light-lamp')}`)
    await hydrated(page)
    await finger.tap(page.getByText('Family', { exact: true }).first())
    const chips = page.getByRole('group', { name: t('form.book-legend') })
    await finger.tap(chips.getByRole('checkbox', { name: /林国华/ }))
    await finger.tap(page.getByRole('button', { name: t('offering.add') }))
    await page.waitForURL(`**${href('/cart')}`)
    await finger.tap(page.getByRole('link', { name: t('cart.names-right') }))
    await page.waitForURL(`**${href('/cart/checkout')}`)
    await finger.tap(page.getByText(t('checkout.pay-now'), { exact: true }))
    const picture = await devotee.picture(await devotee.showQR())
    await finger.choose(page, page.getByText(t('checkout.transferred')), picture)
    await devotee.pictureArrived()
    await finger.tap(devotee.payButton())
    await devotee.expectStatus('under-verification')
    expect(finger.count, 'taps').toBe(9)
  })

  test('a new visitor needs thirteen taps', { tag: '@phone' }, async ({ page, program, t, href, devotee }) => {
    test.slow()
    const person = newcomer()
    const finger = new Finger()
    await page.goto(href('/'))
    await hydrated(page)
    await finger.tap(page.getByRole('link', { name: t('home.offer'), exact: true }))
    await page.waitForURL(`**${href('/blessing-service')}`)
    await finger.tap(page.getByRole('link', { name: 'Blessing lamp', exact: true }).first())
    await page.waitForURL(`**${href('/blessing-service/light-lamp')}`)
    await hydrated(page)
    await finger.tap(page.getByText('Family', { exact: true }).first())
    await finger.type(page.getByLabel('Chinese name').first(), '陈𠮷䶮')
    await finger.tap(page.getByRole('button', { name: t('offering.add') }))
    await page.waitForURL(`**${href('/cart')}`)
    await finger.tap(page.getByRole('link', { name: t('cart.names-right') }))
    await page.waitForURL(`**${href('/member/login')}**`)
    await hydrated(page)
    await finger.type(page.getByLabel(t('common.field.mobile'), { exact: true }), person.mobile)
    await finger.tap(page.getByRole('button', { name: t('member.entry-button') }))
    await finger.type(page.getByLabel(t('member.code'), { exact: true }), await program.smsCode(person.mobile))
    await finger.type(page.getByLabel(t('member.name'), { exact: true }), person.name)
    await finger.tap(page.locator('#consent'))
    await finger.tap(page.getByRole('button', { name: t('common.continue'), exact: true }))
    await page.waitForURL(`**${href('/cart/checkout')}`)
    await finger.tap(page.getByText(t('checkout.pay-now'), { exact: true }))
    const picture = await devotee.picture(await devotee.showQR())
    await finger.choose(page, page.getByText(t('checkout.transferred')), picture)
    await devotee.pictureArrived()
    await finger.tap(devotee.payButton())
    await devotee.expectStatus('under-verification')
    expect(finger.count, 'taps').toBe(13)

    // After the first order, the page offers to save its names.
    await finger.tap(page.getByRole('button', { name: t('invoice.keep-do', { count: 1 }) }))
    await expect(page.getByText(t('invoice.keep-done', { count: 1 }))).toBeFocused()
  })
})

test.describe('the first tap after typing in a field', { tag: '@phone' }, () => {
  test('the first tap after typing activates the control under the finger', async ({ page, href }) => {
    for (const path of ['/member/login', '/blessing-service', '/blessing-service/light-lamp', '/misc/faq']) {
      await page.goto(href(path))
      await hydrated(page)
      await page.evaluate(() => {
        const met: Element[] = []
        Object.assign(globalThis, { met })
        const keep = (event: Event) => {
          event.preventDefault()
          event.stopImmediatePropagation()
          if (event.target instanceof Element) met.push(event.target)
        }
        addEventListener('click', keep, { capture: true })
      })
      for (const y of [20, 690, 730, 815]) {
        // Closing the on-screen keyboard leaves the focus in the field.
        await page.locator('main input.field').last().tap()
        await page.keyboard.type('a')
        // A bar that was hidden for the keyboard reappears at once only on a tap that moves the focus, such as on a
        // link or button, which is scrolled under the finger.
        const x = await page.evaluate((at) => {
          const furthest = document.documentElement.scrollHeight - innerHeight
          for (const element of document.querySelectorAll('main :is(a[href], button)')) {
            const { left, top, width, height } = element.getBoundingClientRect()
            const scroll = scrollY + top + height / 2 - at
            if (width === 0 || scroll < 0 || scroll > furthest) continue
            scrollTo({ top: scroll, behavior: 'instant' })
            return left + width / 2
          }
          throw new Error(`nothing can be pressed at ${at}`)
        }, y)
        const seen = await page.evaluateHandle(([x, y]) => document.elementFromPoint(x, y), [x, y] as const)
        await page.evaluate(() => {
          const { met } = globalThis as unknown as { met: Element[] }
          met.length = 0
        })
        await page.touchscreen.tap(x, y)
        await expect
          .poll(() => page.evaluate(() => (globalThis as unknown as { met: Element[] }).met.length))
          .toBeGreaterThan(0)
        // The tapped element must be the visible one: when a bar appears under the finger, the browser targets their
        // common ancestor instead.
        const same = await seen.evaluate((element) => {
          const [met, meant] = [(globalThis as unknown as { met: Element[] }).met[0], element].map(
            (one) => one?.closest('.sticks, footer') ?? one?.closest('a[href], button'),
          )
          return met === meant
        })
        expect(same, `${path} at ${y}`).toBe(true)
      }
    }
  })
})
