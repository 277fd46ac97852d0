import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { secondsUntil, useCountdown } from './use-countdown.ts'

describe('seconds until a time', () => {
  it('remaining seconds round up, so that nothing is enabled too early', () =>
    expect(secondsUntil(10_001, 9_000)).toBe(2))
  it('remaining seconds are never negative', () => expect(secondsUntil(1_000, 9_000)).toBe(0))
  it('remaining seconds are 0 without a time', () => expect(secondsUntil(undefined, 9_000)).toBe(0))
})

describe('a countdown', () => {
  it('a countdown reaches 0 and stays at 0', () => {
    vi.useFakeTimers()
    vi.setSystemTime(1_000_000)
    const { result, unmount } = renderHook(() => useCountdown(1_003_000))
    expect(result.current).toBe(3)
    act(() => void vi.advanceTimersByTime(2_000))
    expect(result.current).toBe(1)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(result.current).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    unmount()
    vi.useRealTimers()
  })
})
