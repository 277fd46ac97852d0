import type { Page } from '@playwright/test'
import { Office } from './harness/office.ts'
import { visitPage } from './harness/pages.ts'
import type { Program } from './harness/program.ts'
import { logIn } from './harness/setup.ts'
import { ownTemple } from './harness/temple.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'

const words = { en: wordsOf('en'), zh: wordsOf('zh') }
const gifts = 'donation'
const temple = ownTemple()

/** Switches the office to a language, if it is not shown yet. */
async function speak(page: Page, locale: 'en' | 'zh') {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if ((await page.locator('html').getAttribute('lang'))?.startsWith(locale)) return
  await page.getByRole('button', { name: locale === 'zh' ? '简体中文' : 'English' }).click()
}

async function ask<Value>(page: Page, program: Program, method: 'POST' | 'PUT' | 'GET', path: string, data?: object) {
  const answer = await page.request.fetch(path, {
    method,
    data,
    headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: program.url },
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return (await answer.json()) as Value
}

test('a birth date shows its zodiac sign in a calm tone, and the office sets which signs meet Tai Sui', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(240_000)
  const program = temple()
  const visitor = async (width: number) => {
    const context = await browser.newContext({ baseURL: program.url, viewport: { width, height: 900 } })
    watch(context)
    return context.newPage()
  }
  const form = await visitor(390)
  for (const locale of ['en', 'zh'] as const) {
    const t = words[locale]
    await form.setViewportSize({ width: 390, height: 900 })
    await visitPage(form, `${locale === 'zh' ? '/zh' : ''}/blessing-service/tai-sui`)
    const group = form.getByRole('group', { name: locale === 'en' ? /^Birth date/ : /^出生日期/ }).first()
    const part = (name: string) => group.getByRole('textbox', { name: t(`common.${name}`) })
    await part('day').fill('1')
    await part('month').fill('3')
    await part('year').fill('1984')
    const sign = t('form.sign-rat')
    await expect(form.getByText(t('form.sign-is', { sign }))).toBeVisible()
    await expect(form.getByText(t('form.tai-sui-now', { sign, year: t('form.sign-horse') }))).toBeVisible()
    await expect(form.getByText(t('form.tai-sui-calm'))).toBeVisible()
    await expectAccessible(form, `the form, ${locale}`, locale)
    for (const width of [390, 1280]) {
      await form.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(form, `the form, ${locale} ${width}`)
      await saveScreenshot(form, `form-${locale}-${width}`)
    }
    await part('year').fill('1980') // year of the monkey
    await expect(form.getByText(t('form.tai-sui-calm'))).toBeHidden()
  }
  await form.context().close()

  const { page } = await Office.open(browser, watch, program, 'ritual')
  await page.goto('/admin/ceremonies/tai-sui')
  for (const locale of ['zh', 'en'] as const) {
    const t = words[locale]
    await speak(page, locale)
    await expect(page.getByRole('heading', { name: t('ceremonies.tai-sui-title') })).toBeVisible()
    await expectAccessible(page, `the table, ${locale}`, locale)
    for (const width of [820, 1280]) {
      await page.setViewportSize({ width, height: 1000 })
      await expectNoSidewaysScroll(page, `the table, ${locale} ${width}`)
      await saveScreenshot(page, `table-${locale}-${width}`)
    }
  }

  // The office's change is visible at once.
  const t = words.en
  const box = t('ceremonies.tai-sui-box', { sign: t('form.sign-monkey'), way: t('ceremonies.tai-sui-break') })
  await page.getByRole('checkbox', { name: box }).first().check()
  await page
    .getByRole('button', { name: t('ceremonies.tai-sui-save') })
    .first()
    .click()
  await expect(page.getByText(t('ceremonies.tai-sui-saved', { sign: t('form.sign-horse') }))).toBeVisible()
  await expect(page.getByRole('checkbox', { name: box }).first()).toBeChecked()
  const member = await visitor(390)
  await logIn(member.request)
  await ask(member, program, 'POST', '/api/family', {
    kind: 'living',
    name: 'Tan Ah Hock',
    birthDate: { calendar: 'lunar', year: 1980, month: 1, day: 1 },
  })
  for (const locale of ['en', 'zh'] as const) {
    await member.goto(`${locale === 'zh' ? '/zh' : ''}/member/profile/family`)
    const sign = words[locale]('form.sign-monkey')
    await expect(
      member.getByText(words[locale]('form.tai-sui-now', { sign, year: words[locale]('form.sign-horse') })),
    ).toBeVisible()
    await expectAccessible(member, `the book, ${locale}`, locale)
    await saveScreenshot(member, `family-${locale}-390`)
  }
})

test('givers who agreed are listed on the merit wall and can remove their own name', async ({
  browser,
  watch,
  saveScreenshot,
}) => {
  test.setTimeout(240_000)
  const program = temple()
  const visitor = async (width: number) => {
    const context = await browser.newContext({ baseURL: program.url, viewport: { width, height: 900 } })
    watch(context)
    return context.newPage()
  }
  const { page: office } = await Office.open(browser, watch, program, 'editor')
  const offerings = await ask<{ items: { key: string; id: string }[] }>(
    office,
    program,
    'GET',
    '/api/admin/record?kind=offering',
  )
  const record = offerings.items.find(({ key }) => key === gifts)
  expect(record, JSON.stringify(offerings.items.map(({ key }) => key))).toBeTruthy()
  for (const [locale, width] of [
    ['en', 1280],
    ['zh', 820],
  ] as const) {
    const t = words[locale]
    await office.setViewportSize({ width, height: 1000 })
    await office.goto(`/admin/offerings/${record?.id}?tab=place`)
    await speak(office, locale)
    await expect(office.getByRole('heading', { name: t('common.wall-title') })).toBeVisible()
    await expectAccessible(office, `the setting, ${locale}`, locale)
    await saveScreenshot(office, `wall-set-${locale}-${width}`)
  }
  const t = words.zh
  const until = new Date(Date.now() + 90 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await office.getByLabel(t('records-offering.set-until')).fill(until)
  await office
    .getByRole('button', { name: t('common.save') })
    .last()
    .click()
  await expect(office.getByText(t('records-offering.set-saved'))).toBeVisible()

  const giver = await visitor(390)
  await logIn(giver.request)
  const offering = await ask<{ id: string; options: { id: string; min?: number; price?: number }[] }>(
    giver,
    program,
    'GET',
    `/api/offering/${gifts}`,
  )
  const give = async (form: object) => {
    const cart = await ask<{ subTotal: number }>(giver, program, 'POST', '/api/cart', {
      currency: 'SGD',
      items: [{ offeringId: offering.id, optionId: offering.options[0]?.id, amount: 5000, quantity: 1, form }],
    })
    const { invoice } = await ask<{ invoice: { id: string } }>(giver, program, 'POST', '/api/payment/new/cash', {
      paymentAmount: cart.subTotal,
      currency: 'SGD',
    })
    return { id: invoice.id, amount: cart.subTotal }
  }
  const orders = [
    await give({ fund: 'upkeep', chineseName: '陈𠮷䶮', name: 'Tan Ji Yan', listed: true }),
    await give({ fund: 'study', name: 'Venkatasubramaniam Ramakrishnan Krishnamoorthy', listed: true }),
    await give({ fund: 'care', chineseName: '林不愿' }),
  ]
  const { page: counter } = await Office.open(browser, watch, program, 'counter', { width: 820 })
  for (const { id, amount } of orders)
    await ask(counter, program, 'POST', `/api/admin/invoice/${id}/cash`, { amountReceived: amount })

  const wall = await visitor(1280)
  for (const locale of ['en', 'zh'] as const) {
    await wall.goto(`${locale === 'zh' ? '/zh' : ''}/merit-wall`)
    await expect(wall.getByText('陈𠮷䶮 Tan Ji Yan')).toBeVisible()
    await expect(wall.getByText('林不愿')).toBeHidden()
    await expect(wall.getByText(words[locale]('wall.unnamed', { count: 1 }))).toBeVisible()
    for (const width of [1280, 360]) {
      await wall.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(wall, `the wall, ${locale} ${width}`)
      await saveScreenshot(wall, `wall-${locale}-${width}`)
    }
    await expectAccessible(wall, `the wall, ${locale}`, locale)
    await wall.evaluate(() => (document.documentElement.style.fontSize = '140%'))
    await expectNoSidewaysScroll(wall, `the wall in large text, ${locale}`)
    await saveScreenshot(wall, `wall-${locale}-large`)
  }
  await wall.context().close()

  // The giver's own choice, and how the office sees it.
  await giver.goto(`/zh/member/profile/invoices/${orders[0]?.id}`)
  const choice = giver.getByRole('checkbox', { name: t('wall.choice', { names: '陈𠮷䶮 Tan Ji Yan' }) })
  await expect(choice).toBeChecked()
  await expectAccessible(giver, 'the order')
  await saveScreenshot(giver, 'wall-order-zh-390')
  await choice.click()
  await expect(giver.getByText(t('wall.choice-saved-off'))).toBeVisible()
  const began = Date.now()
  await expect
    .poll(async () => (await giver.request.get('/merit-wall')).text(), { intervals: [50] })
    .not.toContain('陈𠮷䶮')
  expect(Date.now() - began, 'the name goes within seconds').toBeLessThan(5000)
  await counter.goto(`/admin/orders/${orders[0]?.id}`)
  await expect(
    counter.getByRole('checkbox', { name: words.en('wall.choice', { names: '陈𠮷䶮 Tan Ji Yan' }) }),
  ).not.toBeChecked()
  await saveScreenshot(counter, 'wall-office-order-820')
})
