import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

// jsdom logs each navigation as not implemented.
beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})

afterEach(() => vi.useRealTimers())

it('reloads the page once, and again only after ten seconds', () => {
  expect(reloadOnce('/events')).toBe(true)
  expect(reloadOnce('/events')).toBe(false)
  vi.advanceTimersByTime(9_999)
  expect(reloadOnce('/events')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(reloadOnce('/events')).toBe(true)
})

const refusing = () => {
  throw new DOMException('denied', 'SecurityError')
}
const nothing = { getItem: () => null, setItem: () => {} }

it.each([
  ['is closed', { get: refusing }],
  ['takes nothing', { value: { ...nothing, setItem: refusing } }],
  ['cannot be read', { value: { ...nothing, getItem: refusing } }],
  ['takes what it does not keep', { value: nothing }],
  ['keeps only what was there', { value: { getItem: () => '1', setItem: () => {} } }],
  ['is not there', { value: undefined }],
])('does not reload when the storage %s', (_, storage) => {
  const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')
  Object.defineProperty(window, 'sessionStorage', { configurable: true, ...storage })
  try {
    expect(reloadOnce('/cart')).toBe(false)
  } finally {
    if (own) Object.defineProperty(window, 'sessionStorage', own)
    else Reflect.deleteProperty(window, 'sessionStorage')
  }
})
