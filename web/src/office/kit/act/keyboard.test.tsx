import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyAction, readingKeys, switchKeys, useKeys, type Arrows } from './keyboard.ts'

/** The action of a key pressed on an element. */
function pressed(
  init: KeyboardEventInit & { key: string },
  on: Element = document.body,
  arrows?: Arrows,
  keys?: typeof readingKeys,
) {
  let action: ReturnType<typeof keyAction> = null
  const listen = (event: Event) => {
    if (event instanceof KeyboardEvent) action = keyAction(event, arrows, keys)
  }
  window.addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  window.removeEventListener('keydown', listen)
  return action
}

function element(html: string): Element {
  document.body.innerHTML = html
  const found = document.body.querySelector('[data-here]')
  if (!found) throw new Error('nothing is marked')
  return found
}

afterEach(() => {
  document.body.innerHTML = ''
})

describe('keyboard shortcuts in the name check', () => {
  it.each([
    ['Enter', 'right'],
    ['e', 'correct'],
    ['A', 'ask'],
    ['j', 'next'],
    ['r', null],
  ])('in the name check the key %s triggers %s', (key, action) =>
    expect(pressed({ key }, document.body, 'horizontal', readingKeys)).toBe(action),
  )
  it.each(['<button data-here>Right</button>', '<a href="/x" data-here>List</a>', '<input data-here>'])(
    'in the name check Enter is left to %s',
    (html) => expect(pressed({ key: 'Enter' }, element(html), 'horizontal', readingKeys)).toBeNull(),
  )
  it('in the name check a held key triggers once', () =>
    expect(pressed({ key: 'Enter', repeat: true }, document.body, 'horizontal', readingKeys)).toBeNull())
})

describe('a keyboard shortcut', () => {
  it.each([
    ['j', 'next'],
    ['k', 'previous'],
    ['a', 'approve'],
    ['r', 'reject'],
    ['z', 'undo'],
    ['l', 'later'],
    ['/', 'search'],
    ['?', 'help'],
    ['+', 'larger'],
    ['-', 'smaller'],
    ['t', 'turn'],
    ['A', 'approve'],
  ])('the shortcut %s triggers %s', (key, action) => expect(pressed({ key })).toBe(action))

  it('a shortcut does nothing while the user types in a field', () => {
    expect(pressed({ key: 'a' }, element('<input data-here>'))).toBeNull()
    expect(pressed({ key: 'a' }, element('<textarea data-here></textarea>'))).toBeNull()
    expect(pressed({ key: 'a' }, element('<select data-here></select>'))).toBeNull()
    expect(pressed({ key: 'a' }, element('<div contenteditable="true"><b data-here></b></div>'))).toBeNull()
  })

  it('a shortcut does nothing on key repeat', () => expect(pressed({ key: 'a', repeat: true })).toBeNull())

  it('a shortcut does nothing with Ctrl, Command or Alt, or during input-method composition', () => {
    expect(pressed({ key: 'a', ctrlKey: true })).toBeNull()
    expect(pressed({ key: 'r', metaKey: true })).toBeNull()
    expect(pressed({ key: 'u', altKey: true })).toBeNull()
    expect(pressed({ key: 'a', isComposing: true })).toBeNull()
  })

  it('a shortcut does nothing while a dialog is open', () => {
    expect(pressed({ key: 'a' }, element('<p data-here></p><dialog open></dialog>'))).toBeNull()
  })
})

describe('arrow keys', () => {
  it('arrow keys move up and down a list, and ignore left and right', () => {
    expect(pressed({ key: 'ArrowDown' }, document.body, 'vertical')).toBe('next')
    expect(pressed({ key: 'ArrowUp' }, document.body, 'vertical')).toBe('previous')
    expect(pressed({ key: 'ArrowRight' }, document.body, 'vertical')).toBeNull()
  })
  it('arrow keys scroll a page', () => expect(pressed({ key: 'ArrowDown' }, document.body, 'horizontal')).toBeNull())
  it('arrow keys scroll a focused picture', () => {
    expect(pressed({ key: 'ArrowRight' }, element('<div data-arrows data-here></div>'), 'horizontal')).toBeNull()
  })
})

function Listener(props: { onApprove: () => void; onHelp: () => void }) {
  useKeys({ approve: props.onApprove, help: props.onHelp })
  return <p>payment</p>
}

describe('the setting that turns shortcuts off', () => {
  beforeEach(() => localStorage.clear())
  it('turning shortcuts off disables all except the help dialog that turns them on again', async () => {
    const onApprove = vi.fn<() => void>()
    const onHelp = vi.fn<() => void>()
    render(<Listener onApprove={onApprove} onHelp={onHelp} />)
    expect(screen.getByText('payment')).toBeVisible()
    await userEvent.keyboard('a')
    expect(onApprove).toHaveBeenCalledTimes(1)
    switchKeys(false)
    await userEvent.keyboard('a?')
    expect(onApprove).toHaveBeenCalledTimes(1)
    expect(onHelp).toHaveBeenCalledTimes(1)
  })
})
