import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

configure({ asyncUtilTimeout: 30_000 }) // the machine may be busy

// React reports a wrong key, a failed hydration or an update outside act() only on the console. A test that expects
// such a line asserts it and calls mockClear() on the method.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  expect(vi.mocked(console.error).mock.calls, 'console.error').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console.warn').toEqual([])
})
