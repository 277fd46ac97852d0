import { expect, it, vi } from 'vitest'
import { SessionCache, type Slot } from './session-cache.ts'

const name: Slot<string> = { first: () => 'nobody' }
const list: Slot<string[]> = { first: () => [] }

it('returns the same value until another is written, and notifies its subscribers', () => {
  const cache = new SessionCache()
  expect(cache.read(list)).toBe(cache.read(list))
  const heard = vi.fn<() => void>()
  const stop = cache.subscribe(heard)
  cache.write(name, 'Bee Leng')
  expect(cache.read(name)).toBe('Bee Leng')
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
  cache.write(name, 'Mei Ling')
  expect(heard).toHaveBeenCalledTimes(1)
})

it('clears everything except what is marked to be kept', () => {
  const cache = new SessionCache()
  cache.write(name, 'Bee Leng')
  cache.read(list).push('INV-2026-000001')
  cache.forget(name)
  expect(cache.read(name)).toBe('Bee Leng')
  expect(cache.read(list)).toEqual([])
})
