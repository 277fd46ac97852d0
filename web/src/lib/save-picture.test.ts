import { afterEach, expect, it, vi } from 'vitest'
import { sharePicture, wayToSave } from './save-picture.ts'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1'
const can = { share: async () => {}, canShare: () => true }

it.each([
  ['an iPhone', { userAgent: safari, maxTouchPoints: 5, ...can }, 'share'],
  ['an iPhone that shares no files', { userAgent: safari, maxTouchPoints: 5, ...can, canShare: () => false }, 'hold'],
  [
    'an iPad',
    { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', maxTouchPoints: 5, ...can },
    'share',
  ],
  [
    'a Mac',
    { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', maxTouchPoints: 0, ...can },
    'download',
  ],
  ['WeChat on an iPhone', { userAgent: `${safari} MicroMessenger/8.0.47`, maxTouchPoints: 5, ...can }, 'hold'],
  [
    'WeChat on Android',
    { userAgent: 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.47', maxTouchPoints: 5 },
    'hold',
  ],
  [
    'Chrome on Android',
    { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/126', maxTouchPoints: 5, ...can },
    'download',
  ],
])('%s: saving a picture to the photo album', (_, device, way) => {
  expect(wayToSave(device)).toBe(way)
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['shared', undefined, true],
  ['a window that was closed', new DOMException('', 'AbortError'), true],
  ['a window that may not open', new DOMException('', 'NotAllowedError'), false],
])('saving a picture: %s', async (_, error, done) => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {
    if (error) throw error
  })
  vi.stubGlobal('navigator', { share })
  vi.stubGlobal('fetch', async () => new Response('png', { headers: { 'Content-Type': 'image/png' } }))
  expect(await sharePicture('/code.png', 'paynow.png')).toBe(done)
  const file = share.mock.calls[0]?.[0].files?.[0]
  expect([file?.name, file?.type]).toEqual(['paynow.png', 'image/png'])
})

it('a picture that fails to load is not shared', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  expect(await sharePicture('/code.png', 'paynow.png')).toBe(false)
})
