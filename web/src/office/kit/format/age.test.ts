import { describe, expect, it } from 'vitest'
import { ageOf } from './age.ts'

const since = '2026-11-21T04:00:00Z'
const after = (minutes: number) => ageOf(since, Date.parse(since) + minutes * 60_000)

describe('the age of something', () => {
  it('an age is shown in minutes, hours or days', () => {
    expect(after(59)).toEqual({ unit: 'minutes', count: 59 })
    expect(after(125)).toEqual({ unit: 'hours', count: 2 })
    expect(after(47 * 60)).toEqual({ unit: 'hours', count: 47 })
    expect(after(50 * 60)).toEqual({ unit: 'days', count: 2 })
  })
  it('an age is at least a minute, whatever the device’s clock', () => expect(after(-10).count).toBe(1))
})
