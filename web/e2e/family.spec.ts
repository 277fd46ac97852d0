import { pressOn, typeInto } from './harness/keys.ts'
import { newMember } from './harness/member.ts'
import { expect, expectAccessible, test } from './harness/test.ts'

test.use({ siteLanguage: 'zh' })

test('by keyboard only: a family book is filled once and its names are ticked in an order form', {
  tag: '@phone',
}, async ({ page, program, t, href, saveScreenshot }) => {
  test.slow()
  const book = href('/member/profile/family')
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: RegExp | string) => page.getByRole('textbox', { name })
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  const date = async (legend: RegExp, [day, month, year]: [string, string, string]) => {
    const group = page.getByRole('group', { name: legend }).first()
    await typeInto(page, group.getByRole('textbox', { name: t('common.day') }), day)
    await typeInto(page, group.getByRole('textbox', { name: t('common.month') }), month)
    await typeInto(page, group.getByRole('textbox', { name: t('common.year') }), year)
  }

  await newMember(page.request, program)
  await page.goto(book)
  await expect(heading(t('family.empty-title'))).toBeVisible()
  await expectAccessible(page, 'the empty book')
  await saveScreenshot(page, 'empty')

  // A living mother, whose birthday the family knows in the lunar calendar.
  await pressOn(page, link(t('family.add-living')))
  await expect(heading(t('family.add-title'))).toBeFocused()
  await pressOn(page, button(t('common.save')))
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(box('中文姓名')).toBeFocused()
  await page.keyboard.insertText('陈𠮷䶮')
  await typeInto(page, page.getByRole('combobox', { name: /与您的关系/ }), '母亲')
  await date(/^出生日期/, ['20', '1', '1956'])
  await pressOn(page, page.getByRole('radio', { name: t('form.solar') }), 'ArrowRight')
  await expect(page.getByText(/1956年3月2日 · 农历1956年正月二十/)).toBeVisible()
  await expectAccessible(page, 'an entry')
  await saveScreenshot(page, 'entry')
  await pressOn(page, button(t('common.save')))
  await expect(
    card('陈𠮷䶮')
      .getByRole('definition')
      .filter({ hasText: t('form.sign-monkey') }),
  ).toBeVisible()

  // A departed father; his anniversary is calculated.
  await pressOn(page, link(t('family.add-departed')))
  await typeInto(page, box('中文姓名'), '陈大文')
  await date(/^往生日期/, ['23', '5', '2020'])
  await pressOn(page, button(t('common.save')))
  await expect(card('陈大文').getByText(t('family.anniversary'))).toBeVisible()
  await expect(page.getByRole('region', { name: t('family.departed-title') }).getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('region', { name: t('family.living-title') }).getByRole('article')).toHaveCount(1)

  // Removed and restored.
  await pressOn(page, button(t('family.remove-who', { who: '陈大文' })))
  await expect(button(t('common.undo'))).toBeFocused()
  await expect(card('陈大文')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(card('陈大文').getByText(t('family.anniversary'))).toBeVisible()
  await expectAccessible(page, 'the book')
  await saveScreenshot(page, 'book')

  // A lamp is for the living, so the departed person is not offered.
  await page.goto(href('/blessing-service/light-lamp'))
  const ticks = page.getByRole('group', { name: t('form.book-legend') })
  await expect(ticks.getByRole('checkbox')).toHaveCount(1)
  await pressOn(page, ticks.getByRole('checkbox', { name: /^陈𠮷䶮/ }), 'Space')
  await expect(box('中文姓名')).toHaveValue('陈𠮷䶮')
  await expect(ticks.getByRole('checkbox', { name: /^陈𠮷䶮/ })).toBeChecked()
  await expectAccessible(page, 'the ticks')
  await saveScreenshot(page, 'ticked')
  await pressOn(page, button(t('offering.add')))
  await page.waitForURL(`**${href('/cart')}`)
  await expect(page.getByRole('main').getByText('陈𠮷䶮', { exact: true }).first()).toBeVisible()

  // A tablet has one field for the departed, and another for the living who dedicate it.
  await page.goto(href('/blessing-service/memorial'))
  await expect(ticks).toHaveCount(2)
  await expect(ticks.first().getByRole('checkbox')).toHaveCount(1)
  await pressOn(page, ticks.first().getByRole('checkbox', { name: /^陈大文/ }), 'Space')
  await expect(box('中文姓名').first()).toHaveValue('陈大文')
  const passing = page.getByRole('group', { name: /^往生日期/ }).first()
  await expect(passing.getByRole('textbox', { name: t('common.year') })).toHaveValue('2020')
  await expect(ticks.last().getByRole('checkbox', { name: /^陈𠮷䶮/ })).toBeVisible()
  await expect(ticks.last().getByRole('checkbox')).toHaveCount(1)

  // A new person is saved to the family book on request.
  await typeInto(page, box('中文姓名').last(), '林小明')
  await pressOn(page, button(t('form.book-keep')))
  await expect(page.getByText(t('form.book-kept', { count: 1 }))).toBeFocused()
  await expect(ticks.last().getByRole('checkbox', { name: /^林小明/ })).toBeChecked()
  await saveScreenshot(page, 'tablet')
  await page.goto(book)
  await expect(card('林小明')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  // In print, two share a row.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1040 })
  const tops = await page.getByRole('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(2)
})
