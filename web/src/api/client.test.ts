import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, expectAnswers, newIdempotencyKey } from './client.ts'
import { connection } from './connection.ts'
import { UnexpectedStatus } from './result.ts'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const refusal = { code: 'cart-empty', title: 'Your cart is empty.', type: 44062 }

function answer(...answers: (() => Promise<Response> | Response)[]) {
  const calls = vi.fn<Fetch>(async () => {
    const next = answers.shift()
    if (!next) throw new TypeError('failed to fetch')
    return next()
  })
  vi.stubGlobal('fetch', calls)
  return calls
}

const status =
  (code: number, body: unknown = {}) =>
  () =>
    new Response(JSON.stringify(body), { status: code })

const busy = (seconds: number) => () =>
  new Response(
    JSON.stringify({ code: 'busy', title: `Please try again in ${seconds} seconds.`, retryAfter: seconds }),
    {
      status: 503,
      headers: { 'Retry-After': String(seconds) },
    },
  )

/** Never answers, and rejects as fetch does when it is aborted. */
const silence: Fetch = (_, { signal }) =>
  new Promise((_done, failed) => {
    signal?.addEventListener('abort', () => failed(new DOMException('aborted', 'AbortError')))
  })

beforeEach(() => {
  document.documentElement.lang = 'zh-Hans'
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a response', () => {
  it('a response with status 200 is a success with its value', async () => {
    answer(status(200, { cancelled: true }))
    expect(await api.post('/api/cart/cancel')).toEqual({ status: 200, value: { cancelled: true } })
  })

  it.each([400, 500] as const)('a response with status %i includes its body', async (code) => {
    answer(status(code, refusal))
    expect(await api.post('/api/cart/cancel')).toEqual({ status: code, body: refusal })
  })

  it.each([401, 403, 404] as const)('a response with status %i has only the status', async (code) => {
    answer(status(code, refusal))
    expect(await api.post('/api/cart/cancel')).toEqual({ status: code })
  })

  it.each([201, 204, 302, 409, 422, 429, 503])('a response with status %i is unexpected', async (code) => {
    answer(() => new Response(code === 204 ? null : '{}', { status: code }))
    await expect(api.post('/api/cart/cancel')).rejects.toThrow(`unexpected response status ${code}`)
  })

  it('a response that is not JSON is unexpected', async () => {
    answer(() => new Response('<html>', { status: 200 }))
    await expect(api.post('/api/cart/cancel')).rejects.toThrow(UnexpectedStatus)
  })
})

describe('an API call', () => {
  it('an API call is sent to this site as JSON, with cookies and in the page’s language', async () => {
    const calls = answer(status(200))
    await api.put('/api/cart/remove/{id}', { params: { id: 'a/b' } })
    const [url, init] = calls.mock.lastCall ?? []
    expect(url).toBe('/api/cart/remove/a%2Fb?locale=zh')
    expect(init).toMatchObject({ method: 'PUT', credentials: 'same-origin', headers: { Accept: 'application/json' } })
  })

  it('a GET is retried once after a network failure', async () => {
    const calls = answer(() => Promise.reject(new TypeError('failed to fetch')), status(200, { user: null }))
    expect(await api.get('/api/_auth/session')).toMatchObject({ status: 200 })
    expect(calls).toHaveBeenCalledTimes(2)
  })

  it('a GET is sent at most twice', async () => {
    const calls = answer()
    await expect(api.get('/api/_auth/session')).rejects.toThrow('no response')
    expect(calls).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['429, after the seconds it names', 429, '3', 3_000],
    ['503, after the seconds it names', 503, '5', 5_000],
    ['429 without a time, after a second', 429, undefined, 1_000],
    ['503 without a time, after a second', 503, undefined, 1_000],
    ['503 with a moment', 503, 'Thu, 01 Jan 2026 00:00:04 GMT', 4_000],
    ['429 with what is no time', 429, 'soon', 1_000],
    ['429 that names a minute, after ten seconds at most', 429, '60', 8_000],
    ['503 that names ten seconds', 503, '10', 10_000],
    ['503 that names none, after a moment', 503, '0', 200],
    ['502 of something else than the program, after a moment', 502, '5', 200],
  ])('a GET is retried once after %s', async (_, code, after, least) => {
    for (const chance of [0, 0.999]) {
      vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
      const random = vi.spyOn(Math, 'random').mockReturnValue(chance)
      const headers = new Headers(after === undefined ? {} : { 'Retry-After': after })
      const calls = answer(() => new Response('{}', { status: code, headers }), status(200, { user: null }))
      const call = api.get('/api/_auth/session')
      const spread = chance > 0 ? Math.min(10_000, least + Math.max(least / 4, 300)) - least : 0
      await vi.advanceTimersByTimeAsync(least + spread * 0.9 - 1)
      expect(calls).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(2 + spread)
      expect(calls).toHaveBeenCalledTimes(2)
      expect(await call).toMatchObject({ status: 200 })
      random.mockRestore()
      vi.useRealTimers()
    }
  })

  it.each([
    ['a page of a network that asks to sign in', '<!doctype html>'],
    ['an object without what was promised', '{}'],
  ])('a GET is not retried after an answer that would be the same again: %s', async (_, body) => {
    expectAnswers({ '/api/_auth/session': 'user' })
    const calls = answer(() => new Response(body))
    await expect(api.get('/api/_auth/session')).rejects.toThrow('200')
    expect(calls).toHaveBeenCalledTimes(1)
    expectAnswers({})
  })

  it('a GET that finds no room twice is not sent a third time', async () => {
    vi.useFakeTimers()
    const calls = answer(busy(2), busy(2))
    const call = api.get('/api/_auth/session').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await call).toMatchObject({ status: 503, retryAfter: 2 })
    expect(calls).toHaveBeenCalledTimes(2)
  })

  it('a call that writes and finds no room is refused with the sentence that says when to try again', async () => {
    const calls = answer(busy(3))
    const body = { code: 'busy', title: 'Please try again in 3 seconds.', retryAfter: 3 }
    const key = newIdempotencyKey()
    expect(await api.post('/api/cart/cancel', { idempotencyKey: key })).toEqual({ status: 400, body })
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('a GET is not retried once it has been aborted during the wait', async () => {
    vi.useFakeTimers()
    const calls = answer(() => new Response('{}', { status: 503, headers: { 'Retry-After': '5' } }))
    const stop = new AbortController()
    const call = api.get('/api/_auth/session', { signal: stop.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    stop.abort()
    expect(await call).toMatchObject({ status: 503 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['post', () => api.post('/api/cart', { body: { currency: 'SGD', items: [] } })],
    ['put', () => api.put('/api/cart/remove/{id}', { params: { id: 'x' } })],
    ['delete', () => api.delete('/api/member/session/{id}', { params: { id: 'x' } })],
  ] as const)('a call that writes is not retried: %s', async (_, change) => {
    const calls = answer()
    await expect(change()).rejects.toThrow('no response')
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('an API call is aborted after 60 seconds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', vi.fn<Fetch>(silence))
    const ended = vi.fn<(error: unknown) => void>()
    void api.post('/api/cart/cancel').catch(ended)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }))
  })

  it('an API call that takes long is reported as slow', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', vi.fn<Fetch>(silence))
    const seen: string[] = []
    const leave = connection.subscribe(() => seen.push(connection.current()))
    const stop = new AbortController()
    const call = api.get('/api/_auth/session', { signal: stop.signal }).catch(() => 'given up')
    await vi.advanceTimersByTimeAsync(5999)
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    stop.abort()
    expect(await call, 'who has given up is not asked for again').toBe('given up')
    expect(seen).toEqual(['slow', 'fine'])
    leave()
  })
})

describe('a call without an answer', () => {
  const unsure = status(503, { code: 'unsure', title: 'We do not know yet.' })

  it('a call without an answer is retried with its idempotency key, and reports that it is retrying', async () => {
    vi.useFakeTimers()
    const states: string[] = []
    const stop = connection.subscribe(() => states.push(connection.current()))
    const calls = answer(
      unsure,
      status(503, { code: 'unavailable' }),
      () => Promise.reject(new TypeError('gone')),
      status(200, { invoice: 1 }),
    )
    const result = api.post('/api/payment/new/cash', { idempotencyKey: 'k', body: undefined as never })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await result).toEqual({ status: 200, value: { invoice: 1 } })
    expect(calls.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['Idempotency-Key'])).toEqual([
      'k',
      'k',
      'k',
      'k',
    ])
    expect(states).toContain('unsure')
    expect(connection.current()).toBe('fine')
    stop()
  })

  it('a call without an answer ends as "unsure" after a minute', async () => {
    vi.useFakeTimers()
    answer(unsure, unsure, unsure, unsure, unsure, unsure)
    const result = api
      .post('/api/payment/new/cash', { idempotencyKey: 'k', body: undefined as never })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await result).toMatchObject({ status: 503, unsure: true })
  })

  it('a call without an idempotency key is sent only once', async () => {
    const calls = answer(unsure)
    await expect(api.post('/api/cart/cancel')).rejects.toMatchObject({ unsure: true })
    expect(calls).toHaveBeenCalledTimes(1)
  })
})

// Lines that must not compile: tsc fails if one does. Nothing calls this function.
export async function refusedByTheCompiler() {
  // @ts-expect-error a path that the contract does not have
  await api.get('/api/inovice')
  // @ts-expect-error a method that the path does not have
  await api.post('/api/offering/{key}', { params: { key: 'lamp' } })
  // @ts-expect-error without the value of {key}
  await api.get('/api/offering/{key}')
  // @ts-expect-error another name than {key}
  await api.get('/api/offering/{key}', { params: { id: 'lamp' } })
  // @ts-expect-error a query that the call does not read
  await api.get('/api/admin/order', { query: { search: 'Tan' } })
  // @ts-expect-error a value that the query does not have
  await api.get('/api/admin/order', { query: { show: 'payed' } })
  // @ts-expect-error without the body
  await api.post('/api/member/close')
  // @ts-expect-error a field that the body does not have
  await api.post('/api/member/close', { body: { password: '', confirm: true, why: '' } })
}

describe('a check that a response has the required properties', () => {
  afterEach(() => expectAnswers({}))

  it.each(['{}', '[]', 'null', '"staff"', '<!doctype html>'])(
    'a response without its required properties is rejected: %s',
    async (body) => {
      expectAnswers({ '/api/admin/staff': 'staff' })
      answer(
        () => new Response(body),
        () => new Response(body),
      )
      await expect(api.get('/api/admin/staff')).rejects.toMatchObject({ status: 200 })
    },
  )

  it('a response may have further properties and empty values', async () => {
    expectAnswers({ '/api/admin/staff': 'staff' })
    answer(() => new Response('{"staff":null,"more":1}'))
    expect(await api.get('/api/admin/staff')).toEqual({ status: 200, value: { staff: null, more: 1 } })
  })
})
