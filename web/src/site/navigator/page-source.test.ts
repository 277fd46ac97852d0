import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionCache } from '../session/session-cache.ts'
import { cachedAnswer, forgetPages } from './page-source.ts'

const url = new URL('https://temple.example/event?kind=talk')
let calls: number

beforeEach(() => {
  vi.useFakeTimers()
  calls = 0
  vi.stubGlobal('fetch', async () => {
    calls++
    return new Response(JSON.stringify({ route: 'event___en', data: {} }), { status: 200 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reloads a page after half a minute, or at once when invalidated', async () => {
  const cache = new SessionCache()
  await cachedAnswer(cache, url, false)
  vi.advanceTimersByTime(29_000)
  await cachedAnswer(cache, url, false)
  expect(calls).toBe(1)
  vi.advanceTimersByTime(1000)
  await cachedAnswer(cache, url, false)
  expect(calls).toBe(2)
  forgetPages(cache)
  await cachedAnswer(cache, url, false)
  expect(calls).toBe(3)
})

it('loads a personal page every time', async () => {
  const cache = new SessionCache()
  await cachedAnswer(cache, url, true)
  await cachedAnswer(cache, url, true)
  expect(calls).toBe(2)
})

it('does not cache a failure', async () => {
  const cache = new SessionCache()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  await expect(cachedAnswer(cache, url, false)).rejects.toThrow('unexpected response status 500')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ route: 'event___en' }), { status: 200 }))
  await expect(cachedAnswer(cache, url, false)).resolves.toMatchObject({ route: 'event___en' })
})
