import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function showModal(this: HTMLDialogElement) {
  this.open = true
}

// Browsers dispatch the close event later, in a separate task: each test does the same.
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

it('is closed by its parent when Escape is pressed, not before', () => {
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

it('stays open when it is reopened before the browser’s close event', () => {
  const { rerender } = render(dialog(true))
  rerender(dialog(false))
  rerender(dialog(true))
  onClose.mockReset()
  fireEvent(box(), new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

it('is silent when the browser’s close event comes after its parent has closed it, and may have opened another', () => {
  const { rerender } = render(dialog(true))
  const closed = box()
  rerender(dialog(false))
  onClose.mockReset()
  fireEvent(closed, new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

it('tells its parent when the browser closes it', () => {
  render(dialog(true))
  onClose.mockReset()
  const open = box()
  close.call(open as HTMLDialogElement)
  fireEvent(open, new Event('close'))
  expect(onClose).toHaveBeenCalledOnce()
})

it('stays open when the file picker is dismissed', () => {
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
])('a press that %s (%s to %s) closes it %i times', (_, from, to, times) => {
  render(dialog(true))
  onClose.mockReset()
  const at = { beside: box(), inside: screen.getByText('It lasts until the end of the year.') }
  fireEvent.pointerDown(at[from as 'beside'])
  fireEvent.pointerUp(at[to as 'beside'])
  fireEvent.click(box()) // both are inside the dialog: the browser dispatches the click to their common ancestor
  expect(onClose).toHaveBeenCalledTimes(times)
})

const Later = ({ fields }: { fields: ReactNode }) => {
  const [there, setThere] = useState(false)
  return (
    <Dialog open onClose={onClose} title="Let it end?">
      <a href="#terms">Terms</a>
      {there && fields}
      <button type="button" onClick={() => setThere(true)}>
        Come
      </button>
    </Dialog>
  )
}

const Asking = ({ open, fields }: { open: boolean; fields: ReactNode }) => (
  <Dialog open={open} onClose={onClose} title="Let it end?">
    {fields}
  </Dialog>
)

const withFields = {
  text: <input aria-label="first" />,
  'several lines': <textarea aria-label="first" />,
  'a list': <select aria-label="first" />,
  'a box to tick': <input type="checkbox" aria-label="first" />,
  'what is hidden or switched off, and text': (
    <>
      <input type="hidden" />
      <input type="file" aria-label="file" />
      <input hidden aria-label="hidden" />
      <input disabled aria-label="off" />
      <input aria-label="first" />
    </>
  ),
  'a group of which the second is chosen': (
    <>
      <input type="radio" name="a[1]" aria-label="other" />
      <input type="radio" name="a[1]" aria-label="first" defaultChecked />
    </>
  ),
}

describe.each(Object.entries(withFields))('a dialog with %s', (_, fields) => {
  it('an open dialog focuses its first field', () => {
    render(
      <Dialog open onClose={onClose} title="Let it end?">
        <a href="#terms">Terms</a>
        {fields}
        <input aria-label="last" />
      </Dialog>,
    )
    expect(screen.getByLabelText('first')).toHaveFocus()
  })

  it('a dialog focuses its first field when opened later', () => {
    const { rerender } = render(<Asking open={false} fields={fields} />)
    rerender(<Asking open fields={fields} />)
    expect(screen.getByLabelText('first')).toHaveFocus()
  })

  it('a dialog focuses its first field even when it is rendered later', async () => {
    render(<Later fields={fields} />)
    fireEvent.click(screen.getByText('Come'))
    await waitFor(() => expect(screen.getByLabelText('first')).toHaveFocus())
  })

  it('a dialog does not move the focus after the user has pressed a key', async () => {
    render(<Later fields={fields} />)
    screen.getByText('Terms').focus()
    fireEvent.keyDown(screen.getByText('Terms'), { key: 'Tab' })
    fireEvent.click(screen.getByText('Come'))
    await screen.findByLabelText('first')
    expect(screen.getByText('Terms')).toHaveFocus()
  })
})

it('focuses what asks for the focus', () => {
  render(
    <Dialog open onClose={onClose} title="Let it end?">
      <input aria-label="sum" />
      <button type="button" ref={(button) => button?.setAttribute('autofocus', '')}>
        Back
      </button>
    </Dialog>,
  )
  expect(screen.getByLabelText('sum')).not.toHaveFocus() // the browser's default behaviour
})

// These fill the screen like a page, and ask for nothing.
const screens = ['../office/ceremonies/reading/reading-hall.tsx', '../office/records/preview/preview.tsx']

it('is the only component with a dialog element', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })
  const own = Object.keys(sources).filter((path) => !path.endsWith('.test.tsx') && sources[path]?.includes('<dialog\n'))
  expect(own.sort()).toEqual([...screens, './dialog.tsx'].sort())
})
