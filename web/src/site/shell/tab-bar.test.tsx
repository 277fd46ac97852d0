import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showPage } from '../testing/show-page.tsx'
import { TabBar } from './tab-bar.tsx'

afterEach(() => void vi.useRealTimers())

/** Presses a tab some milliseconds after the bar came; true when the link is followed. */
function follows(count: number, after: number): boolean {
  vi.useFakeTimers({ now: Date.now() })
  showPage(() => <TabBar at="cart" count={count} />, { id: 'cart', path: '/cart' })
  vi.advanceTimersByTime(after)
  return fireEvent.click(screen.getByRole('link', { name: /Me/ }))
}

it.each([
  ['a press follows its link', 1, 600, true],
  ['the second tap of a double tap on the bar before it follows none', 1, 200, false],
  ['on the page that was loaded first every press counts', 0, 200, true],
])('%s', (_, count, after, followed) => {
  expect(follows(count, after)).toBe(followed)
  vi.useRealTimers()
})
