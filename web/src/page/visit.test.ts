import { expect, it, vi } from 'vitest'
import { Visit, type Slot } from './visit.ts'

const name: Slot<string> = { first: () => 'nobody' }
const list: Slot<string[]> = { first: () => [] }

it('gives the same value until another is written, and tells who listens', () => {
  const visit = new Visit()
  expect(visit.read(list)).toBe(visit.read(list))
  const heard = vi.fn<() => void>()
  const stop = visit.subscribe(heard)
  visit.write(name, 'Bee Leng')
  expect(visit.read(name)).toBe('Bee Leng')
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
  visit.write(name, 'Mei Ling')
  expect(heard).toHaveBeenCalledTimes(1)
})

it('forgets all but what is kept', () => {
  const visit = new Visit()
  visit.write(name, 'Bee Leng')
  visit.read(list).push('INV-2026-000001')
  visit.forget(name)
  expect(visit.read(name)).toBe('Bee Leng')
  expect(visit.read(list)).toEqual([])
})
