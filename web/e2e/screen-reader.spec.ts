import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answered } from './harness/calls.ts'
import { Devotee, newcomer } from './harness/devotee.ts'
import { hydrated } from './harness/follow.ts'
import { Office } from './harness/office.ts'
import { Program } from './harness/program.ts'
import { spoken } from './harness/spoken.ts'
import { expect, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'

/** A day on which nothing is about to close, so that the texts are the same on every run. */
const morning = '2027-03-02T03:10:00Z'

// The texts from home to receipt, in screen reader order, equal the recording beside this file. WRITE=1 writes a new
// recording: read its diff aloud before you commit it.
for (const siteLanguage of languages(import.meta.url))
  test.describe(siteLanguage === 'en' ? 'in English' : 'in Chinese', { tag: '@phone' }, () => {
    test.use({ siteLanguage })

    test('the accessibility tree of the whole purchase matches its recording, in order', async ({
      browser,
      watch,
      t,
      href,
    }) => {
      test.setTimeout(240_000)
      const program = await Program.start('sqlite', '127.0.0.1', undefined, { CLOCK_AT: morning })
      const context = await browser.newContext({ baseURL: program.url, viewport: { width: 390, height: 844 } })
      watch(context)
      try {
        const page = await context.newPage()
        await page.clock.install({ time: new Date(morning) })
        const devotee = new Devotee(page, program, siteLanguage, t, href)
        const person = newcomer()
        const heard: string[] = []
        const main = page.getByRole('main')
        const hear = async (step: string, part = main) => {
          await hydrated(page)
          await answered(page)
          heard.push(`# ${step}\n\n${await spoken(page, part)}\n`)
        }

        await page.goto(href('/'))
        await hear('home, whole', page.locator('body'))
        await devotee.findLamp()
        await hear('offerings: the lamp')
        await devotee.fillLamp()
        await hear('the lamp, filled in')
        await devotee.addToCart()
        await hear('cart')
        await devotee.toCheckout()
        await page.getByRole('link', { name: t('member.to-registration') }).click()
        await expect(devotee.heading(t('common.registration'))).toBeVisible()
        await hear('registration')
        await devotee.register(person)
        await hear('code')
        await devotee.giveCode(person)
        await page.waitForURL(`**${href('/cart/checkout')}`)
        await devotee.expectLampInCart()
        await devotee.confirmAddress(person)
        await hear('checkout')
        await devotee.choosePayNow()
        const reference = await devotee.showQR()
        await hear('PayNow: transfer')
        await devotee.choosePicture(await devotee.picture(reference))
        await devotee.pictureArrived()
        await devotee.expectAmount()
        await hear('PayNow: screenshot')
        await devotee.payButton().click()
        await devotee.expectStatus('under-verification')
        await hear('after payment')
        const office = await Office.open(browser, watch, program, 'treasurer')
        await office.openPayment(reference)
        await office.approve()
        await office.close()
        await page.reload()
        await devotee.expectStatus('paid')
        await hear('checked')
        await page.goto(href('/member/profile/invoices'))
        await expect(page.getByRole('article')).toBeVisible()
        await hear('orders: the receipt')

        const file = join(import.meta.dirname, `screen-reader-${siteLanguage}.txt`)
        const text = heard.join('\n')
        if (process.env.WRITE) writeFileSync(file, text)
        expect(text).toBe(readFileSync(file, 'utf8'))
      } finally {
        watch.end()
        await context.close()
        await program.stop()
      }
    })
  })
