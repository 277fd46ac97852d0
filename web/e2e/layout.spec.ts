import { notInOneLine } from './harness/checks.ts'
import { visitPage } from './harness/pages.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { see } from './harness/sight.ts'
import { expect, test } from './harness/test.ts'
import type { Locale } from './harness/words.ts'

for (const visit of ['en', 'zh'] satisfies Locale[])
  test.describe(`the public pages in ${visit === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ visit })

    test('on a phone the bars leave room: with the largest text too, something can be done on the first screen', async ({
      page,
      href,
      t,
    }) => {
      await see(page, { width: 390, height: 844, size: '1' })
      for (const [path, action] of [
        ['/', page.getByRole('link', { name: t('home.offer'), exact: true })],
        ['/blessing-service', page.getByRole('searchbox', { name: t('offering.search') })],
      ] as const) {
        await visitPage(page, href(path))
        await see(page, { width: 390, height: 844, size: '1' })
        const top = await page.locator('#main').evaluate((main) => main.getBoundingClientRect().top)
        expect(top, `${path}: the bars`).toBeLessThanOrEqual(120)
        await see(page, { width: 360, height: 740, size: '3' })
        const bar = await page.getByRole('navigation', { name: t('common.quick-nav') }).boundingBox()
        const box = await action.boundingBox()
        expect((box?.y ?? 999) + (box?.height ?? 0), `${path}: its first action`).toBeLessThanOrEqual(bar?.y ?? 0)
      }
    })

    test('on a phone the footer is less than a screen, and a date stands in one row', async ({ page, href, t }) => {
      await see(page, { width: 390, height: 844, size: '1' })
      await visitPage(page, href('/blessing-service/memorial'))
      for (const [width, size] of [
        [390, '1'],
        [360, '3'],
      ] as const) {
        await see(page, { width, height: 844, size })
        const boxes = page.getByRole('group', { name: /^(Day of passing|往生日期)/ }).getByRole('textbox')
        const [tops, room] = await boxes.evaluateAll((all) => [
          all.map((one) => one.getBoundingClientRect().top),
          (all[0]?.closest('.card')?.getBoundingClientRect().right ?? 0) -
            (all.at(-1)?.getBoundingClientRect().right ?? 0),
        ])
        expect(tops, `at ${width} pixels`).toHaveLength(3)
        expect(new Set(tops).size, `at ${width} pixels`).toBe(1)
        expect(room, `beside them at ${width} pixels`).toBeGreaterThan(8)
      }
      await see(page, { width: 390, height: 844, size: '1' })
      const footer = page.getByRole('contentinfo')
      expect((await footer.boundingBox())?.height).toBeLessThan(760)
      for (const key of ['common.check-order', 'common.find-my-lamp', 'common.contact-title', 'common.faq'] as const)
        await expect(footer.getByRole('link', { name: t(key) })).toBeVisible()
    })

    test('on a computer an English name has room beside a Chinese one', async ({ page, href }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, { width: 1280, height: 800, size: '1' })
      const name = page.getByLabel(visit === 'en' ? 'English name' : '英文姓名').first()
      expect((await name.boundingBox())?.width).toBeGreaterThan(320)
    })

    test('on a computer sum and button stand on the first screen, beside a small slip', async ({ page, href, t }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, { width: 1280, height: 800, size: '1' })
      const panel = page.getByRole('complementary', { name: t('offering.total') })
      await expect(panel.getByRole('button', { name: t('offering.add') })).toBeInViewport({ ratio: 1 })
      await expect(panel.getByText('S$38').last()).toBeInViewport({ ratio: 1 })
      const slip = await panel.locator('figure > div').first().boundingBox()
      expect(slip?.height).toBeLessThanOrEqual(220)
    })

    test('a long name on the slip is smaller, and leaves the others as they are', async ({ page, href }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, { width: 1280, height: 800, size: '1' })
      await page.getByRole('radio').nth(1).check()
      const names = page.locator('aside figure [lang="zh-Hans"] > p')
      const sizeOf = (i: number) => names.nth(i).evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))
      const cards = page.locator('fieldset ol > li')
      await cards.first().getByRole('textbox').first().fill('陈美玲')
      await expect(names).toHaveCount(1)
      const alone = await sizeOf(0)
      if ((await cards.count()) < 2) await page.locator('fieldset:has(> ol) > button').click()
      await cards.nth(1).getByRole('textbox').last().fill('Bartholomew Ponnampalam')
      await expect(names).toHaveCount(2)
      expect(await sizeOf(0)).toBe(alone)
      expect(await sizeOf(1)).toBeLessThan(alone)
      expect(await notInOneLine(page, 'aside figure [lang="zh-Hans"] > p')).toEqual([])
    })
  })

test.describe('the public pages', () => {
  test('the words of the tabs grow with the text', async ({ page }) => {
    await visitPage(page, '/')
    const size = () =>
      page
        .locator('nav.fixed a')
        .first()
        .evaluate((tab) => Number.parseFloat(getComputedStyle(tab).fontSize))
    for (const width of [360, 390]) {
      await see(page, { width, height: 800, size: '1' })
      const before = await size()
      await see(page, { width, height: 800, size: '3' })
      expect(await size(), `at ${width} pixels`).toBeGreaterThan(before * 1.15)
    }
  })

  test('the checkout has a slim footer, and none is empty below', async ({ page, program }) => {
    await visitPage(page, '/event')
    await see(page, { width: 1280, height: 800, size: '1' })
    const below = () =>
      page.getByRole('contentinfo').evaluate((footer) => {
        const end = Math.max(
          ...[...footer.querySelectorAll('p,a,svg')].map((one) => one.getBoundingClientRect().bottom),
        )
        return footer.getBoundingClientRect().bottom - end
      })
    expect(await below()).toBeLessThan(60)
    await newMember(page.request, program)
    await fillCart(page.request)
    await visitPage(page, '/cart/checkout')
    expect(await below()).toBeLessThan(60)
    const height = await page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().height)
    expect(height).toBeLessThan(180)
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(1)
  })

  test('getting here leads to the map with its directions', async ({ page, t }) => {
    await visitPage(page, '/')
    await page.getByRole('link', { name: t('home.task-visit') }).click()
    await expect(page).toHaveURL(/contact-us#way$/)
    await expect(page.getByRole('heading', { name: t('contact.way-title') })).toBeInViewport()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: t('common.hours-and-map') })).toHaveCount(1)
  })
})
