import type { Page } from '@playwright/test'
import { cameraPhoto } from './harness/pictures.ts'
import { newMember } from './harness/member.ts'
import { fillCart } from './harness/setup.ts'
import { expect, test } from './harness/test.ts'

declare global {
  interface Window {
    bytesSent: number
  }
}

/** Counts the bytes of files that the page sends; the browser's own tools do not report them. */
async function countBytesSent(page: Page) {
  await page.addInitScript(() => {
    window.bytesSent = 0
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
      this.upload.addEventListener('load', (event) => {
        window.bytesSent += event.loaded
      })
      send.call(this, body)
    }
  })
}

const uploads = '**/api/upload/receipt**'

test.describe('uploading a receipt image on a slow connection', { tag: '@phone' }, () => {
  test('a photo of 3 to 4 MB uploads within a minute at 256 kbit/s', async ({ page, context, program, t, devotee }) => {
    test.slow()
    await countBytesSent(page)
    await newMember(page.request, program)
    await fillCart(page.request)
    await page.goto('/cart/checkout')
    await devotee.choosePayNow()
    const photo = await cameraPhoto(context, 'S$88.00', await devotee.showQR())
    expect(photo.buffer.length).toBeGreaterThan(3_000_000)
    expect(photo.buffer.length).toBeLessThan(4_500_000)

    const network = await context.newCDPSession(page)
    // Four times as fast, to shorten the test: the time on a slow line is calculated below.
    const speed = (1024 * 1000) / 8
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: speed,
      uploadThroughput: speed,
    })
    const started = Date.now()
    await devotee.choosePicture(photo)
    await expect(page.getByText(t('checkout.upload-sending', { percent: '' }).replace(/ ?%$/, '').trim())).toBeVisible()
    await devotee.pictureArrived()
    const bytes = await page.evaluate(() => window.bytesSent)
    expect(Date.now() - started + bytes / 32, 'milliseconds, at 32 bytes each').toBeLessThan(60_000)
    expect(bytes, 'bytes sent').toBeGreaterThan(50_000)
    expect(bytes, 'bytes sent').toBeLessThan(1_200_000)

    // The uploaded picture is still large enough to read.
    const picture = page.getByRole('img', { name: t('checkout.picture-alt', { count: 1 }) })
    await network.detach()
    await page.reload()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
      .toBe(2000)
  })

  test.describe('', () => {
    // The browser logs the connection that the test cuts.
    test.use({ allowedErrors: /net::ERR_CONNECTION_RESET/ })

    test('an interrupted upload resumes without choosing the file again', async ({ page, program, t, devotee }) => {
      await newMember(page.request, program)
      await fillCart(page.request)
      await page.goto('/cart/checkout')
      await devotee.choosePayNow()
      const picture = await devotee.picture(await devotee.showQR())
      await page.route(uploads, (route) => route.abort('connectionreset'), { times: 1 })
      await devotee.choosePicture(picture)
      await expect(page.getByRole('alert').getByText(t('checkout.upload-failed'))).toBeVisible()
      await expect(page.getByRole('img', { name: t('checkout.picture-alt', { count: 1 }) })).toBeVisible()
      await page.getByRole('button', { name: t('checkout.upload-again') }).click()
      await devotee.pictureArrived()
      await devotee.expectAmount()
      await devotee.payButton().click()
      await devotee.expectStatus('under-verification')
    })
  })
})
