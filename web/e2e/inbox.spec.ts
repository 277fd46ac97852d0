import { Office } from './harness/office.ts'
import { visitPage } from './harness/pages.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { make, publish, saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

test.describe('answering a message written in Chinese', () => {
  test.use({ siteLanguage: 'zh', allowedErrors: /status of 400/ })

  test('the answer starts from a saved reply, is undone, sent again, and reaches the writer by e-mail', async ({
    page,
    href,
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    test.slow()
    // A saved reply in both languages.
    const editor = await Office.open(browser, watch, program, 'editor', { at: '/admin/texts' })
    const desk = editor.page
    await expectAccessible(desk, 'the texts for answers')
    await make(desk, 'message', { en: 'Coming with a group', zh: '团体参访' })
    await desk.getByLabel(t('records-message.message-text-en')).fill('Groups are welcome every day.')
    await desk.getByLabel(t('records-message.message-text-zh')).fill('欢迎团体每天前来。')
    await saved(desk)
    await publish(desk)

    const name = `林小慧 ${Date.now()}`
    const email = `xiaohui-${Date.now()}@example.com`
    await visitPage(page, href('/contact-us'))
    await page.getByLabel('您的姓名').fill(name)
    await page.getByLabel('电邮').fill(email)
    await page.getByLabel('您想询问什么？').selectOption('visit')
    await page.getByLabel('留言', { exact: true }).fill('我们二十人想来参访，可以吗？')
    await page.getByLabel('我同意本寺').check()
    await page.getByRole('button', { name: zh('contact.send') }).click()
    await expect(page.getByRole('heading', { name: zh('contact.received-title') })).toBeVisible()
    const reference = (await page.getByRole('main').locator('p.font-mono').textContent()) ?? ''

    await desk.goto('/admin/inbox')
    await expectAccessible(desk, 'the inbox')
    await desk.goto(`/admin/inbox?q=${reference}`) // a message written this fast may be in spam
    await desk.getByRole('link', { name }).click()
    const answer = desk.getByRole('textbox', { name: t('inbox.answer-label', { language: t('inbox.language-zh') }) })
    await expect(answer).toBeVisible()
    await expectAccessible(desk, 'a message')
    await desk.getByRole('button', { name: t('inbox.send-zh') }).click() // nothing is written yet
    await expect(desk.getByText(t('fault.required'))).toBeVisible()
    await desk.getByLabel(t('inbox.text-choose')).selectOption({ label: `${t('inbox.text')}: Coming with a group` })
    await expect(answer).toHaveValue('欢迎团体每天前来。')
    await expect(desk.getByText('Groups are welcome every day.')).toBeVisible() // for staff who read no Chinese
    await answer.press('ControlOrMeta+End')
    await desk.keyboard.type('请先告诉我们日期。')
    await desk.getByRole('button', { name: t('inbox.look') }).click()
    await expect(desk.getByRole('dialog').getByText(reference).first()).toBeVisible()
    await desk.keyboard.press('Escape')
    await desk.getByRole('button', { name: t('inbox.send-zh') }).click()
    await desk.getByRole('button', { name: t('inbox.take-back') }).click()
    await expect(desk.getByText(t('inbox.back-done'))).toBeVisible()
    await expect(answer).toHaveValue('欢迎团体每天前来。请先告诉我们日期。')
    await desk.getByRole('button', { name: t('inbox.send-zh') }).click()
    await expect(desk.getByRole('button', { name: t('inbox.take-back') })).toBeVisible()

    // Delivery fails: the conversation and the list show it, in both languages and widths, and it is sent again from
    // there.
    program.refuseAnswers()
    for (const [language, say] of [
      ['zh', zh],
      ['en', t],
    ] as const) {
      await desk.getByRole('button', { name: language === 'zh' ? '简体中文' : 'English', exact: true }).click()
      await expect(desk.getByRole('heading', { level: 1, name: say('office.area-inbox') })).toBeVisible()
      await desk.reload()
      await expect(desk.getByText(say('inbox.letter-refused'))).toBeVisible()
      await expect(desk.getByText(say('office.letter-why-refused'))).toBeVisible()
      await expect(desk.getByText(say('inbox.undelivered'))).toBeVisible()
      await expectAccessible(desk, `an answer that was refused, ${language}`, language)
      for (const [width, size] of [
        [1280, '100%'],
        [820, '140%'],
        [360, '100%'],
      ] as const) {
        await desk.setViewportSize({ width, height: 1100 })
        await desk.evaluate((text) => (document.documentElement.style.fontSize = text), size)
        await expectNoSidewaysScroll(desk, `an answer that was refused, ${language}, ${width}`)
        await saveScreenshot(desk, `inbox-refused-${language}-${width}`)
      }
      await desk.evaluate(() => (document.documentElement.style.fontSize = ''))
      await desk.setViewportSize({ width: 1440, height: 900 })
    }
    await desk.getByRole('button', { name: t('office.letter-again') }).press('Enter')
    await program.advance('31s')
    await expect(desk.getByText(/^Sent \d/)).toBeVisible()
    const letter = await program.mailbox.mailTo(email, zh('mail.entry-answer.subject', { reference }))
    expect(letter.text).toContain('请先告诉我们日期。')

    // A note stays in the office; the Chinese office shows the same, on a tablet too.
    await desk.getByRole('button', { name: t('inbox.note'), exact: true }).click()
    await desk.getByRole('textbox', { name: t('inbox.note-label') }).fill('Twenty people: ask the kitchen.')
    await desk.getByRole('button', { name: t('inbox.note-add') }).click()
    await expect(desk.getByRole('textbox', { name: t('inbox.note-label') })).toHaveValue('')
    await expect(desk.getByText('Twenty people: ask the kitchen.', { exact: true })).toBeVisible()
    await desk.setViewportSize({ width: 820, height: 1100 })
    await desk.getByRole('button', { name: '简体中文' }).click()
    await expect(desk.getByRole('button', { name: zh('inbox.note'), exact: true })).toBeVisible()
    await expectNoSidewaysScroll(desk, 'a message at 820 pixels')
    await expectAccessible(desk, 'a message in the Chinese office', 'zh')
    await saveScreenshot(desk, 'inbox-820-zh')
    expect(program.mailbox.subjectsAbout('Twenty people')).toEqual([])
    await editor.close()
  })
})
