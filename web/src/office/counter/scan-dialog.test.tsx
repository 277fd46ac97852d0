import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import words from '../../../../locales/en/till.json'
import { ScanDialog } from './scan-dialog.tsx'

/** The dialog in front of a camera that answers so. */
function show(getUserMedia?: () => Promise<MediaStream>) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: getUserMedia && { getUserMedia } })
  const found = vi.fn<(text: string) => void>()
  const view = render(
    <LanguageProvider locale="en" messages={words}>
      <ScanDialog onFound={found} onClose={() => undefined} />
    </LanguageProvider>,
  )
  return { found, ...view }
}

function open(this: HTMLDialogElement) {
  this.open = true
}

function close(this: HTMLDialogElement) {
  this.open = false
}

beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, { showModal: open, close })
  HTMLMediaElement.prototype.play = () => Promise.resolve()
})
afterEach(() => vi.unstubAllGlobals())

describe('scanning with the camera', () => {
  it('says that the camera is not allowed', async () => {
    show(() => Promise.reject(new DOMException('', 'NotAllowedError')))
    expect(await screen.findByText(words['till.camera-refused'])).toBeTruthy()
  })
  it('says that there is no camera', async () => {
    show(() => Promise.reject(new DOMException('', 'NotFoundError')))
    expect(await screen.findByText(words['till.camera-none'])).toBeTruthy()
  })
  it('says so where the page may not have one', async () => {
    show()
    expect(await screen.findByText(words['till.camera-none'])).toBeTruthy()
  })
  it('says that the camera does not start', async () => {
    show(() => Promise.reject(new DOMException('', 'NotReadableError')))
    expect(await screen.findByText(words['till.camera-broken'])).toBeTruthy()
  })
  it('gives the code that it sees, and lets the camera go', async () => {
    const stop = vi.fn<() => void>()
    class Reader {
      static getSupportedFormats = () => Promise.resolve(['qr_code'])
      detect = () => Promise.resolve([{ rawValue: '7KQ2MNPR4X' }])
    }
    vi.stubGlobal('BarcodeDetector', Reader)
    const { found, unmount } = show(() =>
      Promise.resolve(Object.assign(Object.create(null), { getTracks: () => [{ stop }] })),
    )
    await waitFor(() => expect(found).toHaveBeenCalledWith('7KQ2MNPR4X'))
    unmount()
    expect(stop).toHaveBeenCalled()
  })
})
