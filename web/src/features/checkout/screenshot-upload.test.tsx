import { act, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Picture } from '../../domain/cart.ts'
import { showPage } from '../../site/testing/show-page.tsx'
import { ScreenshotUpload } from './screenshot-upload.tsx'
import type { ReceiptUpload } from './use-receipt-upload.ts'

type Shown = Partial<Pick<ReceiptUpload, 'state' | 'refused' | 'busy'>> & { pictures?: Picture[] }

const idle: ReceiptUpload = {
  state: { phase: 'idle' },
  refused: undefined,
  busy: undefined,
  previews: [],
  choose: () => Promise.resolve(),
  again: () => Promise.resolve(),
}
const picture: Picture = { id: '1', name: 'a.jpg', width: 9, height: 16, mime: 'image/jpeg', size: 9000, url: '/a.jpg' }

let shown: Shown = {}
const listeners = new Set<() => void>()
const become = (next: Shown) =>
  act(() => {
    shown = next
    for (const tell of listeners) tell()
  })

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

function Uploading() {
  const { pictures = [], ...upload } = useSyncExternalStore(
    listen,
    () => shown,
    () => shown,
  )
  return <ScreenshotUpload upload={{ ...idle, ...upload }} pictures={pictures} amount={8800} reference="ABCDEFGH23" />
}

const focused = () => document.activeElement
const chooser = () => document.getElementById('receipt')

beforeEach(() => {
  shown = {}
})

const words = { en: { refused: 'No.', busy: 'In 5 seconds.' }, zh: { refused: '不可。', busy: '5 秒后。' } }

test.each(['en', 'zh'] as const)('in %s an upload shows its progress, and the focus moves to its result', (locale) => {
  showPage(() => <Uploading />, { id: 'home', path: '/', data: null, locale })
  const said = screen.getByRole('status')
  expect(said).toBeEmptyDOMElement()

  act(() => chooser()?.focus())
  become({ state: { phase: 'preparing' } })
  expect(said).not.toBeEmptyDOMElement()
  act(() => chooser()?.blur()) // browsers remove the focus from a disabled control
  become({ state: { phase: 'failed', again: false }, refused: words[locale].refused })
  expect(said).toHaveTextContent(words[locale].refused)
  expect(focused()).toBe(chooser())
  expect(chooser()).toHaveAccessibleDescription(expect.stringContaining(words[locale].refused))
  expect(chooser()).toBeInvalid()

  become({ state: { phase: 'sending', part: 0.5 } })
  act(() => chooser()?.blur())
  become({ state: { phase: 'failed', again: true } })
  expect(focused()).toBe(screen.getByRole('alert').querySelector('button'))
  become({ state: { phase: 'failed', again: true }, busy: words[locale].busy })
  expect(screen.getByRole('alert')).toHaveTextContent(words[locale].busy)

  become({ state: { phase: 'sending', part: 0.5 } })
  become({ state: { phase: 'idle' }, pictures: [picture] })
  expect(screen.getByRole('status')).toBe(said) // must be the same live region, otherwise it is not announced
  expect(said).not.toBeEmptyDOMElement()
  expect(focused()).toBe(chooser())
})

test('the focus does not move when the user has moved on during the upload', () => {
  showPage(
    () => (
      <>
        <button type="button">Elsewhere</button>
        <Uploading />
      </>
    ),
    { id: 'home', path: '/', data: null, locale: 'en' },
  )
  become({ state: { phase: 'sending', part: 0 } })
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  become({ state: { phase: 'idle' }, pictures: [picture] })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
})
