import { Devotee, newcomer, price } from './devotee.ts'
import { Office } from './office.ts'
import { pdfText } from './program.ts'
import { emvFields, readQR } from './qr.ts'
import { expect, test } from './test.ts'
import type { Locale } from './words.ts'

/** The whole journey of a devotee, in each language, on the program that the file has chosen. */
export function walk(locales: Locale[], tag: string[] = []): void {
  for (const siteLanguage of locales)
    test.describe(`in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, { tag }, () => {
      test.use({ siteLanguage })

      test('a guest lights a lamp, registers, pays by PayNow and gets the receipt', async ({
        page,
        program,
        browser,
        watch,
        t,
        href,
        saveScreenshot,
      }) => {
        test.slow()
        const devotee = new Devotee(page, program, siteLanguage, t, href)
        const person = newcomer()

        await page.goto(href('/'))
        await saveScreenshot(page, 'home')
        await devotee.findLamp()
        await devotee.fillLamp()
        await saveScreenshot(page, 'lamp')
        await devotee.addToCart()
        await saveScreenshot(page, 'cart')

        await devotee.toCheckout()
        await expect(devotee.heading(t('common.login'))).toBeVisible()
        await page.getByRole('link', { name: t('member.to-registration') }).click()
        await expect(devotee.heading(t('common.registration'))).toBeVisible()
        await devotee.register(person)
        await saveScreenshot(page, 'code')
        await devotee.giveCode(person)

        // Registered, and the cart is kept.
        await page.waitForURL(`**${href('/cart/checkout')}`)
        await devotee.expectLampInCart()
        await devotee.confirmAddress(person)
        await devotee.choosePayNow()
        await saveScreenshot(page, 'checkout')
        const reference = await devotee.showQR()
        await saveScreenshot(page, 'qr')
        const address = (await devotee.qrCode().getAttribute('src')) ?? ''
        const qr = emvFields(await readQR(page.request, address))
        expect(qr.get('54')).toBe('88.00')
        expect(qr.get('53')).toBe('702')
        expect(qr.get('26.00')).toBe('SG.PAYNOW')
        expect(qr.get('26.02')).toBe('T08SS0001L')
        expect(qr.get('26.03'), 'the amount cannot be edited').toBe('0')
        expect(qr.get('62.01')).toBe(reference)

        await devotee.choosePicture(await devotee.picture(reference))
        await devotee.pictureArrived()
        await devotee.expectAmount()
        await saveScreenshot(page, 'picture')
        await devotee.payButton().click()
        await devotee.expectStatus('under-verification')
        await expect(page.getByText(reference).first()).toBeVisible()
        await saveScreenshot(page, 'status')
        const ordered = await program.mailbox.mailTo(person.email, t('mail.order-received.subject', { number: '…' }))
        expect(ordered.text).toContain(reference)

        // The office sees the same payment and approves it.
        const office = await Office.open(browser, watch, program, 'treasurer')
        await office.openPayment(reference)
        await office.expectPayment({ reference, amount: price, person })
        await saveScreenshot(office.page, 'office')
        await office.approve()
        await saveScreenshot(office.page, 'office-approved')
        await office.close()

        // The e-mail is sent only when the approval can no longer be undone.
        const before = program.mailbox.countTo(person.email)
        await program.advance('31s')
        const mail = await program.mailbox.mailTo(person.email, t('mail.official-receipt.subject', { receipt: '…' }))
        expect(before, 'mails before the 30 seconds were over: the address, the order').toBe(2)
        expect(mail.language).toBe(siteLanguage === 'en' ? 'en-SG' : 'zh-Hans')
        expect(mail.text).toContain(price)
        expect(mail.attachments.map(({ type }) => type)).toEqual(['application/pdf'])
        const receipt = pdfText(mail.attachments[0]?.data ?? Buffer.alloc(0))
        expect(receipt).toContain(person.chineseName)
        expect(receipt).toContain('88.00')
        expect(receipt).toContain(reference)

        // The member sees the approval too.
        await page.reload()
        await devotee.expectStatus('paid')
        await saveScreenshot(page, 'paid')
        await page.goto(href('/member/profile/invoices'))
        const row = page.getByRole('article')
        await expect(row.getByText(t('invoice.badge-paid'), { exact: true })).toBeVisible()
        await saveScreenshot(page, 'invoices')
        const link = row.getByRole('link', { name: t('invoice.receipt-open') })
        const file = await page.request.get((await link.getAttribute('href')) ?? '')
        expect(file.headers()['content-type']).toBe('application/pdf')
        const again = pdfText(await file.body())
        expect(again).toContain(person.chineseName)
        expect(/OR-\d{4}-\d{6}/.exec(again)?.[0], 'the number of the receipt').toBe(/OR-\d{4}-\d{6}/.exec(receipt)?.[0])
      })
    })
}
