import { Office } from './harness/office.ts'
import { visitPage } from './harness/pages.ts'
import { expect, expectAccessible, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'

for (const siteLanguage of languages(import.meta.url)) {
  test.describe(`the contact form, in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, { tag: '@phone' }, () => {
    test.use({ siteLanguage, allowedErrors: /status of 400/ })
    const label = (en: string, zh: string) => (siteLanguage === 'en' ? en : zh)

    test('contact message: errors are shown next to their fields, and the message is received', async ({
      page,
      href,
      t,
      browser,
      program,
      watch,
    }) => {
      test.slow()
      await visitPage(page, href('/contact-us'))
      const main = page.getByRole('main')
      await expect(main.locator('a[href="tel:60000000"]').first()).toBeVisible()
      await expect(main.locator('a[href="https://wa.me/6560000000"]')).toBeVisible()
      await expect(main.getByRole('img', { name: t('common.map-alt') })).toBeVisible()
      await expect(main).toContainText(/\d:\d\d( am)? ?– ?.*\d:\d\d/)

      const send = page.getByRole('button', { name: t('contact.send') })
      await send.click()
      const summary = page.getByRole('alert')
      await expect(summary.getByRole('link')).toHaveCount(5)
      await expect(page).toHaveTitle(new RegExp(`^${t('common.error-prefix')}`))
      await expectAccessible(page, 'a message with errors', siteLanguage)

      const name = `陈𠮷龙 ${siteLanguage}`
      const words = `May we come?\n可以来吗？ ${Date.now()}`
      await page.getByLabel(label('Your name', '您的姓名')).fill(name)
      await page.getByLabel(label('Mobile number', '手机号码')).fill('999')
      await page.getByLabel(label('What is it about?', '您想询问什么？')).selectOption('visit')
      await page.getByLabel(label('Your message', '留言'), { exact: true }).fill(words)
      await page.getByLabel(label('The temple may use', '我同意本寺')).check()
      await send.click()
      await expect(summary.getByRole('link')).toHaveCount(1)
      await summary.getByRole('link').click()
      await expect(page.getByLabel(label('Mobile number', '手机号码'))).toBeFocused()

      // The page is reloaded, as old phones do after unloading it: the text is still there.
      await page.reload()
      await expect(page.getByLabel(label('Your name', '您的姓名'))).toHaveValue(name)
      await page.getByLabel(label('Mobile number', '手机号码')).fill('9123 4567')
      await send.click()
      const heading = page.getByRole('heading', { name: t('contact.received-title') })
      await expect(heading).toBeFocused()
      const reference = (await main.locator('p.font-mono').textContent()) ?? ''
      expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{8,}$/)
      await expectAccessible(page, 'a message that was sent', siteLanguage)

      if (siteLanguage === 'en') return // the office receives an English one below
      const office = await Office.open(browser, watch, program, 'counter')
      await office.page.goto(`/admin/inbox?q=${reference}`)
      await office.page.getByRole('link', { name }).click()
      const card = office.page.getByRole('article').filter({ hasText: reference })
      await expect(card).toContainText(name)
      await expect(card).toContainText('可以来吗？')
      await office.close()
    })
  })
}

test('enquiry about a niche: the form is sent, a reference is shown, and the office sees its subject', {
  tag: '@phone',
}, async ({ page, t, browser, program, watch }) => {
  test.slow()
  await visitPage(page, '/blessing-service/columbarium')
  await expect(page.getByRole('button', { name: t('offering.add') })).toHaveCount(0)
  await expectAccessible(page, 'an offering by enquiry')
  await page.getByLabel('Your name').fill('Tan Ah Kow 陈亚九')
  await page.getByLabel('E-mail address').fill('ahkow@example.com')
  await page.getByLabel('Which niche?').selectOption('double')
  await page.getByLabel('The temple may use').check()
  const send = page.getByRole('button', { name: t('contact.send') })
  await send.click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await page.getByLabel('When is it needed?').selectOption('later')
  await send.click()
  await expect(page.getByRole('heading', { name: t('contact.received-title') })).toBeVisible()
  const reference = (await page.getByRole('main').locator('p.font-mono').textContent()) ?? ''

  const office = await Office.open(browser, watch, program, 'counter')
  await office.page.goto(`/admin/inbox?q=${reference}`)
  await office.page.getByRole('link', { name: 'Tan Ah Kow 陈亚九' }).click()
  const card = office.page.getByRole('article').filter({ hasText: reference })
  await expect(card).toContainText('Columbarium niche')
  await expect(card).toContainText('Tan Ah Kow 陈亚九')
  await office.close()
})
