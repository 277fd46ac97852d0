import type { Locator, Page } from '@playwright/test'
import { InputMethod } from './harness/input-method.ts'
import { Office } from './harness/office.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf } from './harness/words.ts'
import { saved } from './harness/editor.ts'

const t = wordsOf('en')
const zh = wordsOf('zh')

const field = (desk: Page, language: 'en' | 'zh', form?: string) =>
  desk.getByRole('textbox', { name: [t(`words.in-${language}`), form].filter(Boolean).join(', '), exact: true })

/** The text of an editor field, with its placeholders in braces. */
const said = (box: Locator) =>
  box.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const chip of copy.querySelectorAll('[data-name]')) chip.replaceWith(`{${chip.getAttribute('data-name')}}`)
    return [...copy.querySelectorAll('p')].map((line) => line.textContent).join('\n')
  })

/** Pastes with keys: a synthetic paste event can arrive before the browser has reported the selection to the editor. */
async function paste(box: Locator, text: string) {
  await box.page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await box.evaluate((_, pasted) => navigator.clipboard.writeText(pasted), text)
  await box.press('ControlOrMeta+v')
}

/**
 * Whether the editor knows that nothing is selected. It learns of a moved caret only after the browser has moved it, so
 * an immediate paste would replace the earlier selection.
 */
const nothingSelected = (box: Locator) =>
  box.evaluate(
    (element) =>
      (element as unknown as { editor: { state: { selection: { empty: boolean } } } }).editor.state.selection.empty,
  )

/** The draft stored on the server. */
async function draft(desk: Page, key: string, language: 'en' | 'zh'): Promise<string> {
  type Words = { items: { key: string; sides: Record<string, { draft: string }> }[] }
  const answer = await desk.request.get(`/api/admin/word?q=${key}&limit=200`)
  const { items } = (await answer.json()) as Words
  return items.find((one) => one.key === key)?.sides[language]?.draft ?? ''
}

/** Publishes the temple's own wording. */
async function publish(desk: Page, key: string, language: 'en' | 'zh', text: string) {
  await desk.goto(`/admin/words/${key}`)
  const box = field(desk, language)
  await box.press('ControlOrMeta+a')
  await paste(box, text)
  await saved(desk)
  await desk.getByRole('button', { name: /^Publish \d/ }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish \d/ })
    .click()
  await expect(desk.getByText(/(is|are) published\.$/)).toBeVisible()
}

test.describe('placeholders in an editable text', () => {
  test.use({ allowedErrors: /status of 400/ }) // for a text without its placeholder

  test('placeholders survive undo, cut, copy and paste; missing, duplicated or unknown ones are errors at the field', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', {
      at: '/admin/words/cart.price-changed',
      width: 1280,
    })
    const desk = editor.page
    const box = field(desk, 'en')
    const own = 'The price was {before} and is now {now}.'
    await expect.poll(() => said(box)).toBe(own)
    expect(t('cart.price-changed', { before: '1', now: '2' })).toBe(own.replace('{before}', '1').replace('{now}', '2'))

    // One key deletes a placeholder as a unit; undo restores it, and again.
    await box.press('End')
    await box.press('ArrowLeft')
    await box.press('Backspace')
    await expect.poll(() => said(box)).toBe('The price was {before} and is now .')
    await expect(desk.getByRole('alert').getByText(t('words.name-lost', { names: 'now' }))).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await box.press('ControlOrMeta+z')
    await expect.poll(() => said(box)).toBe(own)
    await expect(box).toHaveAttribute('aria-invalid', 'false')
    await box.press('ControlOrMeta+Shift+z')
    await expect.poll(() => said(box)).toBe('The price was {before} and is now .')
    await box.press('ControlOrMeta+z')
    await expect.poll(() => said(box)).toBe(own)

    // The whole text is cut and pasted with its placeholders.
    await box.press('ControlOrMeta+a')
    await box.press('ControlOrMeta+x')
    await expect.poll(() => said(box)).toBe('')
    await expect(desk.getByText(t('words.name-lost', { names: 'before, now' }))).toBeVisible()
    await box.press('ControlOrMeta+v')
    await expect.poll(() => said(box)).toBe(own)

    // A duplicated placeholder may be intended, so it is reported, not refused.
    await box.press('End')
    await box.press('ArrowLeft')
    await box.press('Shift+ArrowLeft')
    await box.press('ControlOrMeta+c')
    await box.press('End')
    await expect.poll(() => nothingSelected(box)).toBe(true)
    await box.press('ControlOrMeta+v')
    await expect.poll(() => said(box)).toBe(`${own}{now}`)
    await expect(desk.getByText(t('words.name-twice', { names: 'now' }))).toBeVisible()
    await saved(desk)
    expect(await draft(desk, 'cart.price-changed', 'en')).toBe(`${own}{now}`)
    await box.press('Backspace')
    await expect(desk.getByText(t('words.name-twice', { names: 'now' }))).toHaveCount(0)

    // Known placeholders in pasted text become chips; unknown ones stay text and are listed.
    await box.press('ControlOrMeta+a')
    await paste(box, 'Was {before}, is {now}, {coupon}')
    await expect.poll(() => said(box)).toBe('Was {before}, is {now}, {coupon}')
    await expect(box.locator('[data-name]')).toHaveCount(2)
    await expect(desk.getByText(t('words.name-unknown', { name: '{coupon}' }))).toBeVisible()
    await expect(desk.getByText(t('words.refused'))).toBeVisible()
    await expectAccessible(desk, 'a sentence with a name that is none')
    expect(await draft(desk, 'cart.price-changed', 'en')).not.toContain('coupon')
    for (let n = 0; n < '{coupon}'.length; n++) await box.press('Backspace')
    await box.pressSequentially('thanks')
    await expect(box).toHaveAttribute('aria-invalid', 'false')
    await saved(desk)

    // A placeholder typed with braces becomes the same chip.
    await box.press('Home')
    await box.press('ControlOrMeta+Shift+End')
    await box.pressSequentially('From {before} to {now}')
    await expect(box.locator('[data-name]')).toHaveCount(2)
    await expect.poll(() => said(box)).toBe('From {before} to {now}')
    await saved(desk)
    await expect.poll(() => draft(desk, 'cart.price-changed', 'en')).toBe('From {before} to {now}')
    await desk.getByRole('button', { name: t('words.put-back') }).click()
    await saved(desk)
    await editor.close()
  })

  test('placeholders stay intact while Chinese is composed before, after and between them', async ({
    browser,
    watch,
    program,
  }) => {
    const editor = await Office.open(browser, watch, program, 'editor', {
      at: '/admin/words/cart.price-changed',
      width: 820,
    })
    const desk = editor.page
    const box = field(desk, 'zh')
    await expect.poll(() => said(box)).toBe('功德金原为{before}，现为{now}。')
    const keyboard = await InputMethod.of(desk)
    await box.press('Home')
    await keyboard.compose('qian')
    await keyboard.enter()
    await keyboard.choose('前')
    await expect.poll(() => said(box)).toBe('前功德金原为{before}，现为{now}。')
    // Directly behind a chip, and directly before one.
    for (let n = 0; n < 6; n++) await box.press('ArrowRight')
    await keyboard.compose('yuan')
    await keyboard.choose('元')
    await box.press('End')
    await box.press('ArrowLeft')
    await box.press('ArrowLeft')
    await keyboard.compose('gai')
    await keyboard.choose('改𠮷')
    await expect.poll(() => said(box)).toBe('前功德金原为{before}元，现为改𠮷{now}。')
    // After clicking a chip, the caret is behind it.
    await box.locator('[data-name]').last().click()
    await keyboard.compose('kuai')
    await keyboard.choose('块')
    await expect.poll(() => said(box)).toBe('前功德金原为{before}元，现为改𠮷{now}块。')
    await box.locator('[data-name]').first().click()
    await box.pressSequentially('S')
    await expect.poll(() => said(box)).toBe('前功德金原为{before}S元，现为改𠮷{now}块。')
    await expect(box.locator('[data-name]')).toHaveCount(2)
    const text = await said(box)
    await saved(desk)
    await expect.poll(() => draft(desk, 'cart.price-changed', 'zh')).toBe(text)
    await desk.getByRole('button', { name: t('words.put-back') }).click()
    await saved(desk)
    await editor.close()
  })
})

test('each plural form has its own field, and visitors read the one that matches the number', async ({
  browser,
  watch,
  program,
  saveScreenshot,
}) => {
  const editor = await Office.open(browser, watch, program, 'editor', {
    at: '/admin/words/invoice.to-pay-sum?q=pay',
    width: 1280,
  })
  const desk = editor.page
  await expect(field(desk, 'zh', t('words.form-any'))).toBeVisible()
  await expect(desk.getByRole('textbox')).toHaveCount(3)
  const one = field(desk, 'en', t('words.form-one'))
  const several = field(desk, 'en', t('words.form-other'))
  await one.press('End')
  await one.pressSequentially(' (one)')
  await several.press('End')
  await several.pressSequentially(' (several)')
  await saved(desk)
  expect(await draft(desk, 'invoice.to-pay-sum_one', 'en')).toBe('{count} order, {amount} in all (one)')
  expect(await draft(desk, 'invoice.to-pay-sum_other', 'en')).toBe('{count} orders, {amount} in all (several)')
  await expect(desk.getByText('1 order, S$88.00 in all (one)')).toBeVisible()
  await expect(desk.getByText('3 orders, S$88.00 in all (several)')).toBeVisible()
  await desk.getByRole('button', { name: t('words.put-back') }).click()
  await saved(desk)

  await desk
    .getByRole('link', { name: '简体中文' })
    .or(desk.getByRole('button', { name: '简体中文' }))
    .first()
    .click()
  await expect(desk.getByRole('heading', { level: 1, name: zh('words.top') })).toBeVisible()
  await expect(desk.getByRole('textbox')).toHaveCount(3)
  for (const width of [820, 1280]) {
    await desk.setViewportSize({ width, height: 1400 })
    await expectNoSidewaysScroll(desk, `words in Chinese, ${width} wide`)
    await saveScreenshot(desk, `words-zh-${width}`)
  }
  await expectAccessible(desk, 'words in Chinese', 'zh')
  await editor.close()
})

test('the editor of a text message shows its number of SMS parts, while typing and before publishing', async ({
  browser,
  watch,
  program,
}) => {
  const editor = await Office.open(browser, watch, program, 'editor', { width: 1280 })
  const desk = editor.page
  const key = 'sms.account-erased'
  await desk.goto(`/admin/words?q=${key}`)
  await expect(desk.locator(`[id="word-${key}"]`).getByText(t('words.parts', { count: 1 }))).toBeVisible()
  await desk.goto(`/admin/words/${key}`)
  const english = field(desk, 'en')
  const hint = desk.locator(`[id="${(await english.getAttribute('aria-describedby'))?.split(' ')[1]}"]`)
  const host = '127.0.0.1'.length
  const write = async (text: string) => {
    await english.press('ControlOrMeta+a')
    await paste(english, text)
  }
  const counts = (parts: number, letters: number, most: number) =>
    expect(hint).toContainText(`${t('words.parts', { count: parts })} · ${t('words.parts-letters', { letters, most })}`)
  await write(`{host}${'a'.repeat(160 - host)}`)
  await counts(1, 160, 160)
  await english.press('End')
  await english.pressSequentially('b')
  await counts(2, 161, 306)
  await write(`{host}${'a'.repeat(307 - host)}`)
  await counts(3, 307, 459)
  // A curly quote, as word processors write it.
  await write(`{host}${'a'.repeat(69 - host)}’`)
  await counts(1, 70, 70)
  await expect(hint).toContainText(t('words.parts-wide', { letter: '’' }))
  await write(`{host}${'a'.repeat(70 - host)}’`)
  await counts(2, 71, 134)
  await saved(desk)
  await desk.getByRole('button', { name: /^Publish \d/ }).click()
  await expect(desk.getByRole('dialog').getByText(t('words.parts-more', { parts: 2, before: 1 }))).toBeVisible()
  await expectAccessible(desk, 'publishing a text message')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('words.not-yet') })
    .click()
  await desk.getByRole('button', { name: t('words.put-back') }).click()
  await saved(desk)
  await editor.close()
})

test('a built-in text that an update changed is shown beside the temple’s wording, and either can be kept', async ({
  browser,
  watch,
  program,
  saveScreenshot,
}) => {
  const editor = await Office.open(browser, watch, program, 'editor', { width: 1280 })
  const desk = editor.page
  await publish(desk, 'cart.keep', 'en', 'Keep what I chose')
  await publish(desk, 'cart.keep', 'zh', '保留所选')
  program.updateBelow('cart.keep', 'en', 'Keep it')
  program.updateBelow('cart.keep', 'zh', '留着')

  await desk.goto('/admin/words?show=changed')
  await expect(desk.getByText(t('words.state-changed'))).toBeVisible()
  await desk.getByRole('link', { name: t('words.open', { key: 'cart.keep' }) }).click()
  await expect(desk.getByText(t('words.changed-below'))).toHaveCount(2)
  await expect(desk.getByText('Keep it')).toBeVisible()
  await expectAccessible(desk, 'a sentence that an update changed below ours')
  for (const width of [1280, 820, 360]) {
    await desk.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(desk, `changed below ours, ${width} wide`)
  }
  await desk.setViewportSize({ width: 1280, height: 900 })
  await saveScreenshot(desk, 'words-changed-below')

  // In English the temple's own wording is kept: at once, and visitors see no change.
  await desk
    .getByRole('button', { name: t('words.keep-ours') })
    .first()
    .click()
  await expect(desk.getByText(t('words.kept'))).toBeVisible()
  await expect(field(desk, 'en')).toBeFocused()
  await expect(desk.getByText(t('words.changed-below'))).toHaveCount(1)
  await expect(desk.getByRole('button', { name: t('words.nothing-to-publish') })).toBeVisible()

  // In Chinese the built-in text is taken: first as a draft, which is then published.
  await desk.getByRole('button', { name: t('words.take-own') }).click()
  await expect(field(desk, 'zh')).toHaveText(zh('cart.keep'))
  await expect(desk.getByText(t('words.own-taken'))).toBeVisible()
  await saved(desk)
  await desk.getByRole('button', { name: t('words.publish', { count: 1 }) }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: t('words.publish-now', { count: 1 }) })
    .click()
  await expect(desk.getByText(t('words.published', { count: 1 }))).toBeVisible()
  await desk.goto('/admin/words?show=changed')
  await expect(desk.getByText(t('words.none-changed'))).toBeVisible()
  const zhNow = program.row("SELECT count(*) AS n FROM message_edits WHERE key = 'cart.keep' AND locale = 'zh'")
  const enNow = program.row("SELECT text FROM message_edits WHERE key = 'cart.keep' AND locale = 'en'")
  expect(zhNow.n).toBe(0)
  expect(enNow.text).toBe('Keep what I chose')
  await editor.close()
})
