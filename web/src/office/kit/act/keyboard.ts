import { isComposing } from '../../../lib/is-composing.ts'
import { readDevice, writeDevice } from '../../../lib/device-storage.ts'
import { useEffect } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'

export type KeyAction =
  | 'next'
  | 'previous'
  | 'approve'
  | 'reject'
  | 'undo'
  | 'later'
  | 'enlarge'
  | 'search'
  | 'select'
  | 'other'
  | 'do'
  | 'settle'
  | 'clear'
  | 'larger'
  | 'smaller'
  | 'turn'
  | 'help'
  | 'right'
  | 'correct'
  | 'ask'

/** The keys by which names are read: A asks the family there, and approves nothing. Enter on a button presses it. */
export const readingKeys: Readonly<Record<string, KeyAction>> = {
  Enter: 'right',
  e: 'correct',
  a: 'ask',
  j: 'next',
  k: 'previous',
  '?': 'help',
}

/** The keys by which the lines of a statement are decided. */
export const statementKeys: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  k: 'previous',
  x: 'select',
  o: 'other',
  Enter: 'do',
  'Shift+Enter': 'settle',
  Escape: 'clear',
  '/': 'search',
  '?': 'help',
}

/** Which arrows go to the next and the previous; the others scroll. */
export type Arrows = 'vertical' | 'horizontal' | 'none'

const letters: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  l: 'later',
  z: 'undo',
  ' ': 'enlarge',
  '/': 'search',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  t: 'turn',
  '?': 'help',
}
const arrowKeys: Record<Arrows, Record<string, KeyAction>> = {
  vertical: { ArrowDown: 'next', ArrowUp: 'previous' },
  horizontal: { ArrowRight: 'next', ArrowLeft: 'previous' },
  none: {},
}

/** What a key asks for: nothing while somebody types, in a window that lies above, with Ctrl and the like, or held down. */
export function keyAction(event: KeyboardEvent, arrows: Arrows = 'none', keys = letters): KeyAction | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(typedInto)) return null
  if (pressed[event.key] && target?.closest(pressed[event.key] ?? '')) return null
  const arrow = arrowKeys[arrows][event.key]
  // A picture that is scrolled with the arrows keeps them, and so does a choice.
  if (arrow) return target?.closest('[data-arrows], [type="radio"]') ? null : arrow
  if (event.key === 'Enter' && event.shiftKey) return keys['Shift+Enter'] ?? null
  return keys[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null
}

/** Where letters are letters. */
const typedInto =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** What these keys press by themselves. */
const pressed: Readonly<Record<string, string>> = {
  Enter: 'a, button, summary',
  ' ': 'a, button, summary, input',
}

/** Keeps an Enter that is held down from pressing a button of a window that it has just opened. */
export function heldEnter(event: Pick<KeyboardEvent, 'key' | 'preventDefault'> & { nativeEvent: KeyboardEvent }): void {
  if (event.nativeEvent.repeat && event.key === 'Enter') event.preventDefault()
}

const stored = 'shanmen.office.keys'

/** Single keys can be switched off on a device: voice control and stray hands press them too. */
export function keysOn(): boolean {
  return readDevice(stored) !== 'off'
}

export function switchKeys(on: boolean): void {
  writeDevice(stored, on ? 'on' : 'off')
}

/** Answers keys as long as the component is on the screen. */
export function useKeys(
  answers: Partial<Record<KeyAction, () => void>>,
  arrows: Arrows = 'none',
  keys: Readonly<Record<string, KeyAction>> = letters,
): void {
  const latest = useLatest(answers)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = keyAction(event, arrows, keys)
      const answer = action && latest.current[action]
      if (!answer || (action !== 'help' && !keysOn())) return
      event.preventDefault()
      answer()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [arrows, keys, latest])
}
