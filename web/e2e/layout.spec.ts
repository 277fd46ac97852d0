import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { notInOneLine } from './harness/checks.ts'
import { visitPage } from './harness/pages.ts'
import { newMember } from './harness/member.ts'
import { Office } from './harness/office.ts'
import { bankScreenshot } from './harness/pictures.ts'
import { fillCart, newKey, openShift, order, transfer } from './harness/setup.ts'
import { see } from './harness/sight.ts'
import { expect, test } from './harness/test.ts'
import { languages } from './harness/turns.ts'
import { wordsOf } from './harness/words.ts'

for (const siteLanguage of languages(import.meta.url))
  test.describe(`layout of the public pages in ${siteLanguage === 'en' ? 'English' : 'Chinese'}`, () => {
    test.use({ siteLanguage })

    test('on a phone, fixed bars leave room for the content on the first screen, even with the largest text', async ({
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

    test('on a phone, the footer is lower than one screen, and an event date fits on one line', async ({
      page,
      href,
      t,
    }) => {
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

    test('on a computer, an offering: name fields side by side, total, button and small slip preview on the first screen', async ({
      page,
      href,
      t,
    }) => {
      await visitPage(page, href('/blessing-service/light-lamp'))
      await see(page, { width: 1280, height: 800, size: '1' })
      const field = page.getByLabel(siteLanguage === 'en' ? 'English name' : '英文姓名').first()
      expect((await field.boundingBox())?.width, 'the name field').toBeGreaterThan(320)

      const panel = page.getByRole('complementary', { name: t('common.field.total') })
      await expect(panel.getByRole('button', { name: t('offering.add') })).toBeInViewport({ ratio: 1 })
      await expect(panel.getByText('S$38').last()).toBeInViewport({ ratio: 1 })
      const slip = await panel.locator('figure > div').first().boundingBox()
      expect(slip?.height, 'the slip').toBeLessThanOrEqual(220)

      // A long name on the slip preview shrinks, without changing the other names.
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

test.describe('layout of the public pages', () => {
  test('tab labels grow with the text size', async ({ page }) => {
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

  test('the checkout has a slim footer, and no footer has empty space below it', async ({ page, program }) => {
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

  test('the directions section links to the map', async ({ page, t }) => {
    await visitPage(page, '/')
    await page.getByRole('link', { name: t('home.task-visit') }).click()
    await expect(page).toHaveURL(/contact-us#way$/)
    await expect(page.getByRole('heading', { name: t('contact.way-title') })).toBeInViewport()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: t('common.hours-and-map') })).toHaveCount(1)
  })
})

/** Screen sizes of an office; the tablet is in portrait. */
const laptop = { width: 1280, height: 800 }
const tablet = { width: 820, height: 1180 }

const words = wordsOf('en')

type Work = {
  role: 'treasurer' | 'counter' | 'admin'
  what: string
  /**
   * Opens the page, with the orders of a member created for it, and passes what must be visible to `visible`, which
   * checks it at each size.
   */
  go: (desk: Page, member: APIRequestContext, visible: (...things: Locator[]) => Promise<void>) => Promise<void>
}

const works: Work[] = [
  {
    role: 'treasurer',
    what: 'a transfer to approve',
    go: async (desk, member, visible) => {
      const [id] = await transfers(desk, member, 1)
      await desk.goto(`/admin/payments/${id}`)
      await visible(desk.getByRole('button', { name: words('payments.approve', { amount: 'S$88.00' }) }))
    },
  },
  {
    role: 'treasurer',
    what: 'the reason that is chosen for a picture sent twice',
    go: async (desk, member, visible) => {
      const [, id] = await transfers(desk, member, 2)
      await desk.goto(`/admin/payments/${id}#reject`)
      const dialog = desk.getByRole('dialog')
      await visible(
        dialog.getByRole('radio', { name: words('payment.reason.used-before'), checked: true }),
        dialog.getByRole('button', { name: words('payments.reject-do') }),
      )
    },
  },
  {
    role: 'counter',
    what: 'cash for an order',
    go: async (desk, member, visible) => {
      await fillCart(member)
      const reference = await order(member, 'cash')
      await desk.goto(`/admin/counter?q=${reference}`)
      await visible(desk.getByRole('button', { name: words('office.take', { amount: 'S$88.00' }) }))
    },
  },
  {
    role: 'counter',
    what: 'a quick order, with its keypad',
    go: async (desk, _, visible) => {
      await desk.goto('/admin/walk-in')
      const tile = desk.getByRole('list', { name: words('walk-in.tiles') }).getByRole('button')
      await tile.filter({ hasText: /Blessing lamp.*One person/ }).click()
      const keys = desk.getByRole('group', { name: words('walk-in.keypad') }).getByRole('button')
      await expect(keys).toHaveCount(12)
      await visible(
        keys.first(),
        keys.last(),
        desk.getByRole('button', { name: new RegExp(`^${words('walk-in.take-print')}`) }),
      )
    },
  },
  {
    role: 'counter',
    what: 'the payment of a walk-in, by cash and by PayNow, and the menu beside its foot',
    go: async (desk, _, visible) => {
      const office = Office.at(desk)
      await desk.goto('/admin/walk-in')
      await office.choose('oil', /^Oil for the altar/, 'S$10')
      await office.next()
      await office.next()
      await desk.getByLabel(words('walk-in.name')).fill('Goh Ah Seng')
      await office.next()
      await visible(desk.getByRole('button', { name: words('office.take', { amount: 'S$10.00' }) }))
      await desk.getByRole('radio', { name: 'PayNow' }).check()
      await visible(desk.getByRole('button', { name: words('walk-in.show-code') }))
    },
  },
  {
    role: 'admin',
    what: 'the first two names of a list',
    go: async (desk, _, visible) => {
      await openShift(desk.request)
      await sellNames(desk.request)
      const full = async () => {
        const answer = await desk.request.get('/api/admin/ceremony')
        const { items } = (await answer.json()) as { items: { id: string; counts: { collected: number } }[] }
        return items.find(({ counts }) => counts.collected > 1)?.id
      }
      await expect.poll(full).toBeTruthy()
      await desk.goto(`/admin/ceremonies/${await full()}`)
      const rows = desk.getByRole('region', { name: words('office.field.list'), exact: true }).getByRole('row')
      await visible(rows.nth(1), rows.nth(2))
    },
  },
]

/** Creates a list with papers, and sells two names of it at the counter. */
async function sellNames(office: APIRequestContext): Promise<void> {
  type Offering = { id: string; options: { id: string; key: string }[] }
  const offering = (await (await office.get('/api/admin/catalogue/winter-solstice')).json()) as Offering
  const startsAt = Date.now() + 30 * 86_400_000
  const sitting = {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 7_200_000).toISOString(),
    place: { en: 'Main Hall', zh: '大殿' },
  }
  const made = await office.post('/api/admin/ceremony', {
    headers: newKey(),
    data: {
      title: { en: 'Prayer of families', zh: '祭祖法会' },
      gathers: 'bought',
      script: 'hans',
      paper: true,
      sittings: [sitting],
      sources: [{ offeringId: offering.id, kind: 'ancestors' }],
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const item = {
    offeringId: offering.id,
    optionId: offering.options.find(({ key }) => key === 'family')?.id,
    quantity: 1,
    form: { surname: '陈', dedicators: [{ chineseName: '陈美玲' }] },
  }
  const paid = { items: [item, item], paymentAmount: 10_000, method: 1, amountReceived: 10_000 }
  const sold = await office.post('/api/admin/walk-in', {
    headers: newKey(),
    data: { locale: 'zh', payer: { name: 'Tan' }, ...paid },
  })
  expect(sold.status(), await sold.text()).toBe(200)
}

/** Creates orders with one receipt image for all of them, as open payments; returns their ids in order. */
async function transfers(desk: Page, member: APIRequestContext, count: number): Promise<string[]> {
  const waiting = async () => {
    const answer = await desk.request.get('/api/admin/payment?status=pending&limit=100')
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const before = await waiting()
  const file = await bankScreenshot(desk.context(), 'S$88.00', crypto.randomUUID())
  for (let sent = 0; sent < count; sent++) await transfer(member, file)
  return (await waiting()).filter((id) => !before.includes(id))
}

/** Expects it to be completely visible, and not covered. */
async function inSight(desk: Page, thing: Locator, what: string) {
  await expect(thing, what).toBeInViewport({ ratio: 1 })
  const free = () =>
    thing.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [0.1, 0.5, 0.9].every((part) => {
        const there = document.elementFromPoint(left + width / 2, top + height * part)
        return element.contains(there) || there?.contains(element)
      })
    })
  await expect.poll(free, `${what}: nothing lies over it`).toBe(true)
}

test.describe('layout of the office', () => {
  for (const { role, what, go } of works)
    test(`on a laptop and a tablet, visible without scrolling: ${what}`, async ({
      request,
      browser,
      watch,
      program,
    }) => {
      await newMember(request, program)
      const office = await Office.open(browser, watch, program, role, { own: role === 'counter', at: '' })
      const desk = office.page
      await desk.setViewportSize(laptop)
      await go(desk, request, async (...things) => {
        for (const sight of [laptop, tablet]) {
          await desk.setViewportSize(sight)
          for (const thing of things) await inSight(desk, thing, `${String(thing)} at ${sight.width} × ${sight.height}`)
          expect(await desk.evaluate(() => window.scrollY)).toBe(0)
        }
      })
      await office.close()
    })

  test('on a laptop and a tablet, the saved status stays visible while a long text is scrolled', async ({
    browser,
    watch,
    program,
  }) => {
    const office = await Office.open(browser, watch, program, 'editor', { own: true })
    const desk = office.page
    await desk.setViewportSize(laptop)
    await desk.getByRole('link', { name: /^Our history/ }).click()
    const last = desk.getByRole('heading', { name: 'Today', exact: true })
    for (const sight of [laptop, tablet]) {
      await desk.setViewportSize(sight)
      await desk.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await last.scrollIntoViewIfNeeded()
      await desk.mouse.wheel(0, 400)
      await expect.poll(() => desk.evaluate(() => window.scrollY)).toBeGreaterThan(200)
      const at = `at ${sight.width} × ${sight.height}`
      await inSight(desk, desk.getByText(words('records.saved'), { exact: true }), `the save state ${at}`)
      await inSight(desk, desk.getByRole('toolbar', { name: words('editor.tools') }), `the tools ${at}`)
    }
    await office.close()
  })
})
