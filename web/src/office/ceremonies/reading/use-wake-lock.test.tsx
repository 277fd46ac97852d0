import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi, type Mock } from 'vitest'
import { useWakeLock } from './use-wake-lock.ts'

function Shown() {
  return <p>{useWakeLock() ? 'awake' : 'sleeps'}</p>
}

type Lock = {
  released: boolean
  addEventListener: (kind: string, end: () => void) => void
  release: Mock<() => Promise<void>>
  end: () => void
}

/** Mocks the browser's wake lock; `sleep` simulates putting the tablet to sleep. */
function locks(refused = false) {
  const all: Lock[] = []
  const request = vi.fn<(kind: string) => Promise<object>>(async () => {
    if (refused) throw new DOMException('low battery', 'NotAllowedError')
    const ends: (() => void)[] = []
    const one: Lock = {
      released: false,
      addEventListener: (_, end) => void ends.push(end),
      release: vi.fn<() => Promise<void>>(async () => one.end()),
      end: () => {
        one.released = true
        for (const end of ends) end()
      },
    }
    all.push(one)
    return one
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { wakeLock: { request } }))
  return { all, request }
}

afterEach(() => vi.unstubAllGlobals())
const seen = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

it('keeps the screen on, requests it again after the tablet slept, and releases it at the end', async () => {
  const { all, request } = locks()
  const { unmount } = render(<Shown />)
  await screen.findByText('awake')
  await seen()
  expect(request).toHaveBeenCalledTimes(1)
  act(() => all[0]?.end())
  screen.getByText('sleeps')
  await seen()
  await screen.findByText('awake')
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  expect(all[1]?.release).toHaveBeenCalledTimes(1)
})

it('reports when the browser refuses or does not support a wake lock', async () => {
  const { request } = locks(true)
  const { unmount } = render(<Shown />)
  await seen()
  expect(request).toHaveBeenCalled()
  screen.getByText('sleeps')
  unmount()
  vi.unstubAllGlobals()
  render(<Shown />)
  screen.getByText('sleeps')
})
