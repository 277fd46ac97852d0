import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function showModal(this: HTMLDialogElement) {
  this.open = true
}

// The browser tells of a close later, in a task of its own: each test does.
function close(this: HTMLDialogElement) {
  this.open = false
}

beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))

const onClose = vi.fn<() => void>()
const dialog = (open: boolean) => (
  <Dialog open={open} onClose={onClose} title="Let it end?">
    <p>It lasts until the end of the year.</p>
  </Dialog>
)
const box = () => screen.getByRole('dialog', { name: 'Let it end?' })

it('is closed by its owner when Escape is pressed, and not before', () => {
  onClose.mockReset()
  const { rerender } = render(dialog(true))
  const escape = createEvent('cancel', box(), { bubbles: false, cancelable: true })
  fireEvent(box(), escape)
  expect(escape.defaultPrevented).toBe(true)
  expect(onClose).toHaveBeenCalledOnce()
  expect(box()).toHaveAttribute('open')
  rerender(dialog(false))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('stays open when it was opened again before the browser told of the close', () => {
  const { rerender } = render(dialog(true))
  rerender(dialog(false))
  rerender(dialog(true))
  onClose.mockReset()
  fireEvent(box(), new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

it('tells its owner of a close that the browser made by itself', () => {
  render(dialog(true))
  onClose.mockReset()
  const open = box()
  close.call(open as HTMLDialogElement)
  fireEvent(open, new Event('close'))
  expect(onClose).toHaveBeenCalledOnce()
})

it('stays open when the window in which a file is chosen is left without one', () => {
  render(
    <Dialog open onClose={onClose} title="Choose a picture">
      <input type="file" aria-label="Picture" />
    </Dialog>,
  )
  onClose.mockReset()
  fireEvent(screen.getByLabelText('Picture'), new Event('cancel', { bubbles: true }))
  expect(onClose).not.toHaveBeenCalled()
})

it.each([
  ['begins and ends beside it', 'beside', 'beside', 1],
  ['selects text in it and is let go beside it', 'inside', 'beside', 0],
  ['begins beside it and is let go in it', 'beside', 'inside', 0],
])('a press that %s closes it %s to %s %i times', (_, from, to, times) => {
  render(dialog(true))
  onClose.mockReset()
  const at = { beside: box(), inside: screen.getByText('It lasts until the end of the year.') }
  fireEvent.pointerDown(at[from as 'beside'])
  fireEvent.pointerUp(at[to as 'beside'])
  fireEvent.click(box()) // both lie in the dialog: the browser tells of a click on what holds them
  expect(onClose).toHaveBeenCalledTimes(times)
})
