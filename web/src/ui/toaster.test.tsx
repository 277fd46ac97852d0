import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import { Dialog } from './dialog.tsx'
import { dismissToast, toast, toastStore, type ToastOptions } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

const messages = { 'cart.received-title': 'Order {number} was received', 'common.close': 'Close' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id)
  vi.useRealTimers()
})

function show(options: ToastOptions, keepErrors = false) {
  render(
    <LanguageProvider locale="en" messages={messages}>
      <Toaster keepErrors={keepErrors} />
    </LanguageProvider>,
  )
  act(() => void toast(options))
}

function after(ms: number) {
  act(() => void vi.advanceTimersByTime(ms))
}

it('shows a toast for 3 seconds', () => {
  show({ text: 'cart.received-title', params: { number: 'INV-1' } })
  after(2999)
  expect(screen.getByRole('status')).toHaveTextContent('Order INV-1 was received')
  after(1)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('shows a toast for a given time', () => {
  show({ words: 'Saved', type: 'success', duration: 10_000 })
  after(9999)
  expect(screen.getByText('Saved')).toBeVisible()
  after(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

it('keeps a toast without a duration until it is closed', () => {
  show({ words: 'Please read', duration: 0 })
  after(3_600_000)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Please read')).toBeNull()
})

it('keeps an error of the office until it is closed', () => {
  show({ words: 'Refused', type: 'error' }, true)
  after(3_600_000)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Refused')).toBeNull()
})

it('announces an error at once, other toasts when the screen reader pauses', () => {
  show({ words: 'Refused', type: 'error' })
  act(() => void toast({ words: 'Saved' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Refused')
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
})

it('does not expire while hovered or focused', () => {
  show({ words: 'Read me' })
  const line = screen.getByText('Read me').parentElement
  if (!line) throw new Error('no toast')
  const close = screen.getByRole('button', { name: 'Close' })
  fireEvent.pointerEnter(line)
  after(60_000)
  fireEvent.focus(close)
  fireEvent.pointerLeave(line)
  after(60_000)
  expect(screen.getByText('Read me')).toBeVisible()
  fireEvent.blur(close)
  after(3000)
  expect(screen.queryByText('Read me')).toBeNull()
})

it('a toast raised in a dialog is shown in the topmost one, and neither its cross nor a press on it closes the dialog', () => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
  })
  const onClose = vi.fn<() => void>()
  show({ words: 'Earlier' }, true)
  const { unmount } = render(
    <LanguageProvider locale="en" messages={messages}>
      <Dialog open onClose={onClose} title="Below">
        First
      </Dialog>
      <Dialog open onClose={onClose} title="Above">
        Second
      </Dialog>
    </LanguageProvider>,
  )
  expect(screen.getByText('Earlier').closest('dialog')).toBeNull() // raised before: it covers nothing in the dialog
  act(() => void toast({ words: 'Refused', type: 'error' }))
  const line = within(screen.getByRole('dialog', { name: 'Above' })).getByText('Refused')
  fireEvent.pointerDown(line)
  fireEvent.pointerUp(line)
  fireEvent.click(line)
  const close = line.parentElement?.querySelector('button') as HTMLElement
  fireEvent.pointerDown(close)
  fireEvent.pointerUp(close)
  fireEvent.click(close)
  expect(screen.queryByText('Refused')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  act(() => void toast({ words: 'Saved' }))
  unmount()
  expect(screen.getByText('Saved').closest('dialog')).toBeNull()
})
