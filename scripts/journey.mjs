// Puts the screenshots taken by journey.spec.ts on a phone side by side, one strip per language: docs/journey-en.jpg
// and docs/journey-zh.jpg, shown in docs/journey.md. `make journey` runs it.
//
//   node scripts/journey.mjs [folder of the pictures]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findBrowser } from './browser.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
const folder = argv[2] ?? join(repository, 'test-results/steps/journey')

// A phone's first screen in CSS pixels, shown at half size; four in a row are readable without scrolling.
const screen = { width: 390, height: 844 }
const shown = 0.5
const inRow = 4

/**
 * The caption of each screenshot and, unless its top is shown, the part to show: its end, or the first pixel row. The
 * treasurer's desk is not phone-sized.
 */
const steps = {
  home: ['Home', '首页'],
  lamp: ['Who the lamp is for', '为谁点灯'],
  cart: ['Cart', '供养车'],
  code: ['A code by SMS', '短信验证码'],
  checkout: ['Check and pay', '确认并付款', 870],
  qr: ['1 Transfer', '一、转账', 'end'],
  picture: ['2 Send the screenshot', '二、提交截图', 'end'],
  status: ['Received', '已收到'],
  paid: ['Checked', '已核对'],
  invoices: ['My orders', '我的订单'],
}

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
for (const [at, language] of ['en', 'zh'].entries()) {
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(`phone-${language}-sqlite-`))
    .toSorted()
  const figures = Object.entries(steps).map(([step, captions]) => {
    const file = files.find((name) => name.endsWith(`-${step}.png`))
    if (!file) throw new Error(`no picture of the step ${step} in ${folder}: run journey.spec.ts first`)
    const picture = readFileSync(join(folder, file)).toString('base64')
    const from = captions[2]
    const part = from === 'end' ? 'class="end"' : `style="--from: ${from ?? 0}"`
    return `<figure><div ${part}><img src="data:image/png;base64,${picture}" alt=""></div><figcaption>${captions[at]}</figcaption></figure>`
  })
  const page = await browser.newPage({ viewport: { width: 900, height: 600 }, deviceScaleFactor: 2 })
  await page.setContent(`<!doctype html><html lang="${language}"><style>
    body { margin: 0; padding: 24px; background: #efe6d2; width: max-content; font: 600 15px "Noto Sans CJK SC", Roboto, sans-serif; color: #34130f }
    main { display: grid; grid-template-columns: repeat(${inRow}, auto); gap: 24px }
    figure { margin: 0 }
    div { width: ${screen.width * shown}px; height: ${screen.height * shown}px; overflow: hidden; border-radius: 14px; box-shadow: 0 2px 10px #34130f33; background: #faf5ea }
    .end { display: flex; align-items: flex-end }
    .end img { margin-bottom: -190px } /* without the page's foot */
    img { width: 100%; display: block; margin-top: calc(var(--from, 0) * -${shown}px) }
    figcaption { padding-top: 8px; text-align: center }
  </style><main>${figures.join('')}</main>`)
  const path = join(repository, `docs/journey-${language}.jpg`)
  await page.locator('body').screenshot({ path, type: 'jpeg', quality: 72 })
  await page.close()
}
await browser.close()
