import type { Page } from '@playwright/test'
import { InputMethod } from './harness/input-method.ts'
import { visitPage } from './harness/pages.ts'
import { expect, test } from './harness/test.ts'

/** Records the POST requests, which must not happen during composition. */
function watchPosts(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

test.describe('Enter during input-method composition does not trigger the page’s actions', () => {
  test.use({ siteLanguage: 'zh' })

  test('in a name field of an offering: composing sends, validates and truncates nothing', async ({
    page,
    href,
    t,
  }) => {
    const sent = watchPosts(page)
    await visitPage(page, href('/blessing-service/light-lamp'))
    const keyboard = await InputMethod.of(page)
    const name = page.locator('input[lang="zh-Hans"]').first()
    await name.focus()
    await keyboard.compose('chen')
    await expect(name).toHaveValue('chen')
    await keyboard.enter()
    await expect(name).toHaveValue('chen')
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    await keyboard.choose('陈')
    await keyboard.compose('meihua')
    await keyboard.enter()
    await keyboard.choose('美华')
    await expect(name).toHaveValue('陈美华')
    await expect(name).toBeFocused()
    await expect(page.getByRole('heading', { name: t('common.error-summary-title') })).toHaveCount(0)
    expect(sent).toEqual([])
    // After composition, Enter submits the form again.
    await page.keyboard.press('Enter')
    await expect.poll(() => sent).toHaveLength(1)
  })

  test('in a search box: composing letters does not search, the committed character does', async ({
    page,
    href,
    t,
  }) => {
    await visitPage(page, href('/blessing-service'))
    const keyboard = await InputMethod.of(page)
    const box = page.getByRole('searchbox')
    const cards = page.locator('#main li h3')
    const all = await cards.count()
    const said = page.locator('#main p[role="status"]')
    await box.focus()
    await keyboard.compose('xyz')
    await keyboard.enter()
    await expect(box).toHaveValue('xyz')
    await expect(said).toHaveText('')
    expect(await cards.count()).toBe(all)
    await keyboard.choose('灯')
    await expect(box).toHaveValue('灯')
    await expect(said).not.toHaveText('')
    expect(await cards.count()).toBeLessThan(all)
    expect(await cards.count()).toBeGreaterThan(0)
    await visitPage(page, href('/misc/faq'))
    const questions = page.locator('#main details')
    const asked = await questions.filter({ visible: true }).count()
    const faq = page.getByRole('searchbox', { name: t('misc.faq-search') })
    await faq.focus()
    await keyboard.compose('xyz')
    await keyboard.enter()
    await expect(faq).toHaveValue('xyz')
    await expect(questions.filter({ visible: true })).toHaveCount(asked)
    await keyboard.choose('收据')
    await expect(faq).toHaveValue('收据')
    await expect.poll(() => questions.filter({ visible: true }).count()).toBeLessThan(asked)
  })

  test('in the contact form, Enter during composition does not submit', async ({ page, href, t }) => {
    const sent = watchPosts(page)
    await visitPage(page, href('/contact-us'))
    const keyboard = await InputMethod.of(page)
    const form = page.getByRole('form', { name: t('contact.form-title') })
    for (const place of [form.getByRole('textbox').first(), form.locator('textarea').first()]) {
      await place.focus()
      await keyboard.compose('chen')
      await keyboard.enter()
      await expect(place).toHaveValue('chen')
      await keyboard.choose('陈')
      await expect(place).toHaveValue('陈')
      await expect(place).toBeFocused()
    }
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: t('common.error-summary-title') })).toHaveCount(0)
    expect(sent).toEqual([])
  })

  test('in a birthday field: full-width digits become plain ones when committed', async ({ page, href }) => {
    await visitPage(page, href('/blessing-service/tai-sui'))
    const keyboard = await InputMethod.of(page)
    const day = page.locator('input[inputmode="numeric"]').first()
    await day.focus()
    await keyboard.compose('１')
    await keyboard.enter()
    await expect(day).toHaveValue('１')
    await keyboard.choose('１２')
    await expect(day).toHaveValue('12')
  })
})
