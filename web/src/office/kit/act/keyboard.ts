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

/** The shortcuts of the name check: A asks the family there, and approves nothing. Enter on a button activates it. */
export const readingKeys: Readonly<Record<string, KeyAction>> = {
  Enter: 'right',
  e: 'correct',
  a: 'ask',
  j: 'next',
  k: 'previous',
  '?': 'help',
}

/** The shortcuts for deciding bank lines. */
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

/** Which arrow keys mean next and previous; the others scroll. */
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

/**
 * The action for a key event: none while the user types, in a dialog above, with Ctrl and the like, or on key repeat.
 */
export function keyAction(event: KeyboardEvent, arrows: Arrows = 'none', keys = letters): KeyAction | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(typedInto)) return null
  if (pressed[event.key] && target?.closest(pressed[event.key] ?? '')) return null
  const arrow = arrowKeys[arrows][event.key]
  // A scrollable picture and radio buttons keep their arrow keys.
  if (arrow) return target?.closest('[data-arrows], [type="radio"]') ? null : arrow
  if (event.key === 'Enter' && event.shiftKey) return keys['Shift+Enter'] ?? null
  return keys[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null
}

/** Elements in which letters are text. */
const typedInto =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** The keys that activate these elements. */
const pressed: Readonly<Record<string, string>> = {
  Enter: 'a, button, summary',
  ' ': 'a, button, summary, input',
}

/** Prevents a held Enter from pressing a button of the dialog that it has just opened. */
export function heldEnter(event: Pick<KeyboardEvent, 'key' | 'preventDefault'> & { nativeEvent: KeyboardEvent }): void {
  if (event.nativeEvent.repeat && event.key === 'Enter') event.preventDefault()
}

const stored = 'shanmen.office.keys'

/** Whether single-key shortcuts are on for this device: voice control and accidental presses may trigger them. */
export function keysOn(): boolean {
  return readDevice(stored) !== 'off'
}

export function switchKeys(on: boolean): void {
  writeDevice(stored, on ? 'on' : 'off')
}

/** Handles shortcuts while the component is mounted. */
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
