import { Devotee } from './harness/devotee.ts'
import { visitPage } from './harness/pages.ts'
import { photograph } from './harness/pictures.ts'
import { Program } from './harness/program.ts'
import { logIn } from './harness/setup.ts'
import { xlsx } from './harness/sheets.ts'
import { expect, expectNoSidewaysScroll, test } from './harness/test.ts'
import { Volunteer, type Desk } from './harness/volunteer.ts'
import { wordsOf } from './harness/words.ts'

const people: readonly (readonly string[])[] = [
  ['姓名', 'Name', 'Mobile', 'Email'],
  ['林国华', 'Lim Kok Hua', '8123 0099', 'kokhua@example.com'],
  ['王秀英', 'Ong Siew Eng', '9445 6677', ''],
]
const sheet = {
  name: 'members.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: xlsx(people, 'Members'),
}

const desk: Desk = { locale: 'zh', width: 820, largeText: true }

// A draft has no public page, and an incomplete one is refused.
test.use({ allowedErrors: /status of 40[04]/, siteLanguage: desk.locale })

// On two replicas. The SQL below these screens is tested in Go on both databases.
test('a volunteer’s working day on two replicas, by keyboard only, 820 pixels wide, with large text', {
  tag: '@long',
}, async ({ browser, watch, saveScreenshot, href, t }) => {
  test.setTimeout(240_000)
  const program = await Program.start('postgres')
  try {
    const replicas = [program.url, (await program.replica()).url]
    const volunteer = await Volunteer.open(browser, watch, program, 'admin', desk)
    const office = volunteer.page
    const [guest, other] = await Promise.all(
      ['10.9.0.1', '10.9.0.2'].map(async (address) => {
        const context = await browser.newContext({
          baseURL: program.url,
          viewport: { width: 390, height: 844 },
          locale: 'en-SG',
          extraHTTPHeaders: { 'X-Forwarded-For': address },
        })
        watch(context)
        return context.newPage()
      }),
    )
    if (!guest || !other) throw new Error('there are two guests')
    let due = ''

    /** What each replica answers for a path. */
    const answers = (path: string) =>
      Promise.all(
        replicas.map(async (url) => {
          const answer = await fetch(url + path, { redirect: 'manual' })
          return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
        }),
      )
    const everywhere = (path: string, words: string) =>
      expect
        .poll(async () => (await answers(path)).every(({ text }) => text.includes(words)), {
          message: `${words} at ${path}`,
          intervals: [50],
        })
        .toBe(true)
    const nowhere = async (path: string, words: string) => {
      for (const { text } of await answers(path)) expect(text).not.toContain(words)
    }
    const looks = async (where: string) => {
      await expectNoSidewaysScroll(office, `${where} at ${desk.width} pixels`)
      await saveScreenshot(office, where)
    }
    const text = (language: 'en' | 'zh') =>
      office.getByRole('textbox', { name: t(`records.text-label-${language}`), exact: true })
    /** Below 1,024 pixels the editor shows one language at a time. */
    const language = async (one: 'en' | 'zh') => {
      await volunteer.choose(office.getByRole('radio', { name: one === 'en' ? /^English/ : /中文/ }))
    }

    /** Today shows whether the replicas serve the same version of the site, in both languages. */
    const sayTheReplicas = async () => {
      for (const locale of ['zh', 'en'] as const) {
        const good = wordsOf(locale)('today.machine-replicas-good', { count: replicas.length, content: '|' })
        const said = office.getByText(new RegExp(`^${good.replaceAll('|', String.raw`[\d,]+`)}$`))
        await expect(async () => {
          await office.goto('/admin/today')
          await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
          const other = office.getByRole('button', { name: locale === 'en' ? 'English' : '简体中文', exact: true })
          if (await other.isVisible()) await volunteer.press(other)
          await expect(said).toBeVisible({ timeout: 1000 })
        }).toPass({ timeout: 40_000 })
      }
    }

    await test.step('another colleague’s first day', async () => {
      const novice = await Volunteer.open(browser, watch, program, 'editor', desk)
      const page = novice.page
      const seen = async (where: string) => {
        await expectNoSidewaysScroll(page, `${where} at ${desk.width} pixels`)
        await saveScreenshot(page, where)
      }
      await novice.visit('/admin/today')
      await expect(page.getByRole('heading', { name: t('today.first') })).toBeVisible()
      await seen('first-day')
      for (const locale of ['en', 'zh'] as const) {
        const tile = page.getByRole('button', { name: locale === 'en' ? /^Show me in English/ : /^用中文看/ })
        await novice.press(tile)
        await expect(page.locator('html')).toHaveAttribute('lang', locale === 'zh' ? 'zh-Hans' : 'en-SG')
      }
      await novice.press(novice.button('today.first-go'))
      await expect(page.getByText(t('records.practice-bar-text'))).toBeVisible()
      await novice.choose(page.getByRole('radio', { name: /中文/ }))
      const own = page.getByRole('textbox', { name: t('records.text-label-zh'), exact: true })
      await novice.write(own, '我写的一句话。')
      await novice.saved()
      await novice.press(novice.button('records.publish'))
      await expect(page.getByRole('dialog').getByText(t('fault.practice-page')).first()).toBeVisible()
      await seen('practice-publish')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await nowhere('/', '我写的一句话。')
      // It is still there after a while, until it is deleted.
      await novice.visit('/admin/today')
      await novice.press(novice.button('today.first-go'))
      await expect(own).toContainText('我写的一句话。')
      await novice.press(novice.button('records.practice-end'))
      await novice.press(page.getByRole('dialog').getByRole('button', { name: t('records.practice-end'), exact: true }))
      await expect(page).toHaveURL(/\/admin\/today$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('today.first') })).toHaveCount(0)
      await novice.close()
    })

    await test.step('the day begins', async () => {
      await volunteer.visit('/admin')
      await expect(office.locator('html')).toHaveCSS('font-size', '22.4px')
      await looks('today')
      await volunteer.press(office.getByRole('link', { name: t('today.start-members') }))
      await expect(office.getByRole('heading', { level: 1, name: t('office.area-members') })).toBeVisible()
    })

    await test.step('a scheduled page with a picture is published in both languages', async () => {
      await volunteer.visit('/admin/pages')
      await volunteer.make('page', 'Help for a day', '一日义工', 'help-for-a-day')
      await language('en')
      await volunteer.write(text('en'), 'Come at seven and bring a hat.')
      await volunteer.tool(office.getByRole('button', { name: t('editor.picture'), exact: true }).first())
      const dialog = office.getByRole('dialog')
      await volunteer.file(dialog.locator('input[type=file]'), await photograph(office.context(), 'hall', 'hall.jpg'))
      await volunteer.type(dialog.getByLabel(t('pictures.alt-en'), { exact: true }), 'The Main Hall in the morning')
      await volunteer.type(dialog.getByLabel(t('pictures.alt-zh'), { exact: true }), '晨光中的大殿')
      await volunteer.press(dialog.getByRole('button', { name: t('pictures.save-and-take') }))
      await expect(text('en').locator('img')).toBeVisible()
      await language('zh')
      await volunteer.write(text('zh'), '请七点到，带一顶帽子。')
      await volunteer.saved()
      await looks('page')

      await volunteer.press(volunteer.button('records.preview'))
      const [draft] = await Promise.all([
        office.context().waitForEvent('page'),
        volunteer.press(dialog.getByRole('link', { name: '中文' })),
      ])
      await expect(draft.getByText('请七点到，带一顶帽子。')).toBeVisible()
      await draft.close()
      await office.keyboard.press('Escape')

      await volunteer.press(volunteer.button('records.publish'))
      await volunteer.choose(dialog.getByRole('radio', { name: t('records.at-a-time') }))
      const moon = dialog
        .getByRole('group', { name: t('records.pages-lunar-days') })
        .getByRole('button')
        .first()
      await volunteer.press(moon)
      await expect(moon).toHaveAttribute('aria-pressed', 'true')
      due = await dialog.locator('input[type="date"]').inputValue() // the date picker behind the text field
      await looks('schedule')
      await volunteer.press(volunteer.buttonAt('records.publish-at'))
      await expect(dialog).toHaveCount(0)
      for (const { status } of await answers('/about-us/help-for-a-day')) expect(status).toBe(404)
    })

    await test.step('an event on every lunar day 1 and 15', async () => {
      await volunteer.visit('/admin/events')
      await volunteer.make('event', 'Morning tea', '早茶', 'morning-tea')
      await volunteer.choose(office.getByRole('radio', { name: t('event.kind-chanting') }))
      await volunteer.type(volunteer.field('records.summary-en'), 'Tea after the chanting.')
      await volunteer.type(volunteer.field('records.summary-zh'), '诵经后喝茶。')
      await volunteer.saved()
      await volunteer.press(volunteer.button('records-event.view-when'))
      await volunteer.choose(office.getByRole('radio', { name: t('records-event.kind-lunar-monthly') }))
      await volunteer.type(volunteer.field('records.place-en'), 'Courtyard')
      await volunteer.type(volunteer.field('records.place-zh'), '庭院')
      const next = office.getByRole('region', { name: t('records-event.next') })
      await expect(next.getByText(/月(初一|十五)$/)).toHaveCount(12)
      await volunteer.saved()
      await looks('event')
      await volunteer.publish()
      await everywhere('/event/morning-tea', 'Courtyard')
      await everywhere('/zh/event', '早茶')
    })

    await test.step('an offering with a form and a scheduled price change', async () => {
      await volunteer.visit('/admin/forms')
      await volunteer.make('form', 'Tea for the hall', '大殿供茶')
      await volunteer.press(volunteer.button('records-form.kind-text'))
      await volunteer.type(volunteer.field('records-form.label-en'), 'For whom?')
      await volunteer.type(volunteer.field('records-form.label-zh'), '为谁供养？')
      await volunteer.tick(office.getByRole('checkbox', { name: t('records-form.required') }))
      await volunteer.saved()
      await looks('form')
      await volunteer.publish()

      await volunteer.visit('/admin/offerings')
      await volunteer.make('offering', 'Offering of tea', '供茶', 'tea')
      await volunteer.type(volunteer.field('records.summary-en'), 'A cup before the Buddha.')
      await volunteer.type(volunteer.field('records.summary-zh'), '佛前一杯茶。')
      await volunteer.press(office.getByRole('link', { name: t('records-offering.tab-place'), exact: true }))
      const category = office.getByLabel(t('records.category'))
      await volunteer.select(category, (await category.locator('option').nth(1).textContent()) ?? '')
      await volunteer.select(office.getByLabel(t('records.form'), { exact: true }), '大殿供茶')
      await volunteer.choose(office.getByRole('radio', { name: t('records-banner.art-incense') }))
      await volunteer.press(office.getByRole('link', { name: t('records-offering.tab-options') }))
      await volunteer.press(volunteer.button('records-offering.add'))
      await volunteer.type(volunteer.field('records.name-en'), 'One cup')
      await volunteer.type(volunteer.field('records.name-zh'), '一杯')
      await volunteer.type(volunteer.field('records.price'), '8')
      await volunteer.press(volunteer.button('records.later-add'))
      await volunteer.day(office.getByLabel(t('office.field.from')), due)
      await volunteer.type(volunteer.field('records.later-price'), '9')
      await volunteer.saved()
      await looks('options')
      await volunteer.publish()
      await everywhere('/blessing-service/tea', 'S$8<')
    })

    await test.step('one guest orders, another leaves an unfinished cart', async () => {
      await logIn(guest.request)
      for (const one of [other, guest]) {
        await visitPage(one, href('/blessing-service/tea'))
        await one.getByLabel('为谁供养？').fill('林秀红')
        await one.getByRole('button', { name: t('offering.add') }).click()
        await one.waitForURL(`**${href('/cart')}`)
        await expect(one.getByRole('main').getByText('S$8.00').first()).toBeVisible()
      }
      const devotee = new Devotee(guest, program, desk.locale, t, href)
      await guest.getByRole('link', { name: t('cart.to-checkout') }).click()
      await devotee.chooseCash()
      await guest.getByRole('button', { name: t('checkout.cash-pay', { amount: 'S$8.00' }) }).click()
      await devotee.expectStatus('awaiting-cash')
      await saveScreenshot(guest, 'booked')
    })

    await test.step('a visitor’s message is answered', async () => {
      const email = 'writer@example.org'
      await visitPage(other, href('/contact-us'))
      await other.getByLabel('您的姓名').fill('周文华')
      await other.getByLabel('电邮').fill(email)
      await other.getByLabel('您想询问什么？').selectOption('visit')
      await other.getByLabel('留言', { exact: true }).fill('May we come for tea? 可以来喝茶吗？')
      await other.getByLabel('我同意本寺').check()
      await other.getByRole('button', { name: t('contact.send') }).click()
      await expect(other.getByRole('heading', { name: t('contact.received-title') })).toBeVisible()
      const reference = (await other.getByRole('main').locator('p.font-mono').textContent()) ?? ''

      await volunteer.visit(`/admin/inbox?q=${reference}`) // a message written this fast may be in spam
      await volunteer.press(office.getByRole('link', { name: '周文华' }))
      const answer = office.getByRole('textbox', {
        name: t('inbox.answer-label', { language: t('inbox.language-zh') }),
      })
      await volunteer.type(answer, 'Please do. 欢迎。')
      await looks('letter')
      await volunteer.press(volunteer.button('inbox.send-zh'))
      await expect(volunteer.button('inbox.take-back')).toBeVisible()
      await program.advance('31s')
      const letter = await program.mailbox.mailTo(email, t('mail.entry-answer.subject', { reference }))
      expect(letter.text).toContain('Please do. 欢迎。')
    })

    await test.step('an old address redirects', async () => {
      await volunteer.visit('/admin/addresses')
      await volunteer.press(volunteer.button('addresses.add'))
      await volunteer.type(volunteer.field('addresses.path'), '/tea-day.html')
      await volunteer.type(office.getByLabel(t('addresses.target')).last(), '/event/morning-tea')
      await volunteer.press(volunteer.button('common.save'))
      await expect(office.getByText('/tea-day.html', { exact: true }).first()).toBeVisible()
      await looks('addresses')
      await expect
        .poll(async () => (await answers('/tea-day.html')).map(({ location }) => location))
        .toEqual(replicas.map(() => expect.stringMatching(/\/event\/morning-tea$/)))
    })

    await test.step('a sheet is imported, and undone', async () => {
      await volunteer.visit('/admin/imports/new')
      await volunteer.choose(office.getByRole('radio', { name: t('imports.kind-members') }))
      await volunteer.file(office.locator('input[type=file]'), sheet)
      await volunteer.press(volunteer.button('imports.columns-do'))
      const ready = `2 ${t('imports.count-ready', { count: 2 })}`
      await expect(
        office.getByRole('navigation', { name: t('imports.sorts') }).getByRole('link', { name: ready }),
      ).toBeVisible()
      await looks('import')
      await volunteer.press(volunteer.button('imports.start', { count: 2, shown: '2' }))
      const dialog = office.getByRole('dialog')
      await volunteer.press(dialog.getByRole('button', { name: t('imports.start', { count: 2, shown: '2' }) }))
      const undo = office.getByRole('button', { name: t('imports.undo'), exact: true })
      await expect(undo).toBeVisible()
      await volunteer.press(undo)
      await volunteer.press(dialog.getByRole('button', { name: t('imports.undo'), exact: true }))
      await expect(dialog).toHaveCount(0)
      await expect(undo).toHaveCount(0)
      await looks('import-undone')
    })

    await test.step('on the scheduled day the page is published and the new price applies', async () => {
      await sayTheReplicas()
      await volunteer.close()
      await nowhere('/about-us/help-for-a-day', 'bring a hat')
      await program.setClock(new Date(`${due}T07:00:30+08:00`))
      await everywhere('/about-us/help-for-a-day', 'bring a hat')
      await everywhere('/zh/about-us/help-for-a-day', '带一顶帽子')
      await everywhere('/about-us/help-for-a-day', 'The Main Hall in the morning')
      await everywhere('/blessing-service/tea', 'S$9<')
      await visitPage(other, href('/cart'))
      await expect(other.getByText(t('cart.price-changed', { before: 'S$8.00', now: 'S$9.00' }))).toBeVisible()
      await saveScreenshot(other, 'price-turned')
      await expectNoSidewaysScroll(other, 'a cart whose price has turned')
    })

    for (const one of [guest, other]) await one.context().close()
  } finally {
    await program.stop()
  }
})
