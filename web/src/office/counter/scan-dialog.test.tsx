import { makeT } from '../../i18n/messages.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { ScanDialog } from './scan-dialog.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

/** Renders the dialog with a camera that responds like this. */
function show(getUserMedia?: () => Promise<MediaStream>) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: getUserMedia && { getUserMedia } })
  const found = vi.fn<(text: string) => void>()
  const view = render(
    <LanguageProvider locale="en" messages={messages.en}>
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

describe('scanning a code with the camera', () => {
  it('the scan dialog reports that camera access is denied', async () => {
    show(() => Promise.reject(new DOMException('', 'NotAllowedError')))
    expect(await screen.findByText(t('counter.camera-refused'))).toBeTruthy()
  })
  it('the scan dialog reports that there is no camera', async () => {
    show(() => Promise.reject(new DOMException('', 'NotFoundError')))
    expect(await screen.findByText(t('counter.camera-none'))).toBeTruthy()
  })
  it('the scan dialog reports that the page may not use the camera', async () => {
    show()
    expect(await screen.findByText(t('counter.camera-none'))).toBeTruthy()
  })
  it('the scan dialog reports that the camera does not start', async () => {
    show(() => Promise.reject(new DOMException('', 'NotReadableError')))
    expect(await screen.findByText(t('counter.camera-broken'))).toBeTruthy()
  })
  it('the scan dialog returns the code it sees, and releases the camera', async () => {
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
