import type { Page } from '@playwright/test'
import { misnamed } from './harness/misnamed.ts'
import { Office } from './harness/office.ts'
import { contentAreas } from './harness/pages.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './harness/test.ts'
import { wordsOf, type Locale } from './harness/words.ts'

const languageName = { en: 'English', zh: '简体中文' }
const languageTag = { en: 'en-SG', zh: 'zh-Hans' }

type Screens = Readonly<Record<string, string>>

/** Every screen of the content office, each editor with the first record of its kind. */
async function screensOf(page: Page): Promise<Screens> {
  const first = async (kind: string) => {
    const answer = await page.request.get(`/api/admin/record?kind=${kind}`)
    const { items } = (await answer.json()) as { items: { id: string }[] }
    return items[0]!.id
  }
  const history = await first('page')
  return {
    today: '/admin/today',
    pages: '/admin/pages',
    questions: '/admin/pages?kind=question',
    policies: '/admin/pages?kind=policy',
    page: `/admin/pages/${history}`,
    history: `/admin/pages/${history}?view=history`,
    events: '/admin/events',
    event: `/admin/events/${await first('event')}`,
    offerings: '/admin/offerings',
    offering: `/admin/offerings/${await first('offering')}`,
    categories: '/admin/offerings?kind=category',
    forms: '/admin/forms',
    form: `/admin/forms/${await first('form')}`,
    banners: '/admin/banners',
    banner: `/admin/banners/${await first('banner')}`,
    pictures: '/admin/pictures',
    words: '/admin/words',
    contact: '/admin/contact',
    addresses: '/admin/addresses',
    inbox: '/admin/inbox',
    texts: '/admin/texts',
  }
}

/** Texts that are clipped without an ellipsis. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
        const style = getComputedStyle(element)
        if (!own || style.clipPath !== 'none' || style.textOverflow === 'ellipsis' || element.closest('.sr-only'))
          return false
        const wide = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        return wide || (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
      })
      .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent?.slice(0, 60)}`),
  )

/** Columns so narrow that a text has one or two characters on a line. */
const crushedTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main p, main span, main a, main td, main button')]
      .filter((element) => {
        const text = element.textContent?.trim() ?? ''
        const { width, height } = element.getBoundingClientRect()
        return element.children.length === 0 && text.length > 5 && width > 0 && width < 24 && height > 120
      })
      .map((element) => element.textContent?.slice(0, 60)),
  )

/** One screen of each layout; the others are only checked in the narrowest view. */
const shapes = ['pages', 'page', 'history', 'event', 'offering', 'form', 'pictures', 'contact', 'inbox']

/** The screens that no other test checks with axe. */
const unseen = ['questions', 'policies', 'categories', 'banners', 'banner']

const views = [
  { width: 820, text: 100, of: () => true },
  { width: 820, text: 140, of: (name: string) => shapes.includes(name) },
  { width: 1280, text: 100, of: (name: string) => shapes.includes(name) },
] as const

for (const half of [0, 1])
  test(`every screen of the content office renders completely, in both languages, part ${half + 1} of 2`, async ({
    browser,
    watch,
    program,
    saveScreenshot,
  }) => {
    const { page } = await Office.open(browser, watch, program, 'editor', { at: '', width: 1280 })
    const screens = await screensOf(page)
    expect(Object.keys(screens)).toEqual(expect.arrayContaining([...shapes, ...unseen]))
    for (const area of contentAreas) {
      expect(Object.values(screens)).toContain(area)
      expect(Object.values(screens)).toContainEqual(expect.stringMatching(new RegExp(`^${area}/[^?]+$`)))
    }
    const own = Object.entries(screens).filter((_, at) => at % 2 === half)
    for (const [at, [name, path]] of own.entries()) {
      await page.goto(path)
      // Each page is loaded once, in the language in which the previous one ended.
      for (const language of (at % 2 === 0 ? ['en', 'zh'] : ['zh', 'en']) satisfies Locale[]) {
        const t = wordsOf(language)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if ((await page.locator('html').getAttribute('lang')) !== languageTag[language])
          await page.getByRole('banner').getByRole('button', { name: languageName[language], exact: true }).click()
        await expect(page.getByRole('navigation', { name: t('office.menu') })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.animate-breathe'), `${name}: what is still fetched`).toHaveCount(0)
        for (const { width, text, of } of views) {
          if (!of(name)) continue
          const where = `${name}, ${language}, ${width} wide, text at ${text} %`
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = size === 100 ? '' : `${size}%`
          }, text)
          await expectNoSidewaysScroll(page, where)
          expect(await cutTexts(page), `${where}: texts that are cut`).toEqual([])
          expect(await crushedTexts(page), `${where}: texts in too narrow a column`).toEqual([])
          await saveScreenshot(page, `${name}-${language}-${width}-${text}`)
        }
        expect(await misnamed(page), `${name}, ${language}: names that differ from the visible text`).toEqual([])
        if (language === 'en' && unseen.includes(name)) await expectAccessible(page, name)
      }
    }
    await page.context().close()
  })
