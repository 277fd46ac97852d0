import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UnexpectedStatus, type ApiResult } from '../api/result.ts'
import { useSendOnce } from './send-once.ts'

type Sent = { amount: number }
type Answer = ApiResult<string> | 'lost'

/** A server that answers as told, one after another, and remembers the keys. */
function setup(...answers: Answer[]) {
  const keys: string[] = []
  const late = vi.fn<(result: ApiResult<string>) => void>()
  const { result } = renderHook(() =>
    useSendOnce<Sent, string>((_, key) => {
      keys.push(key)
      const answer = answers.shift() ?? 'lost'
      return answer === 'lost' ? Promise.reject(new UnexpectedStatus(0)) : Promise.resolve(answer)
    }, late),
  )
  return { hook: result, keys, late, press: (body: Sent) => act(() => result.current.send(body)) }
}

/** Whether the browser asks before it leaves the page. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const ok: ApiResult<string> = { status: 200, value: 'booked' }
const failed: ApiResult<string> = { status: 500, body: { code: 'unexpected', title: '' } }
const refused: ApiResult<string> = { status: 400, body: { code: 'already-paid', title: '' } }

describe('what must be sent once', () => {
  it('keeps its key until a definite answer', async () => {
    const { hook, keys, press } = setup('lost', failed, ok)
    expect(await press({ amount: 1 })).toBeNull()
    expect(hook.current.unsent).toEqual({ amount: 1 })
    expect(await press({ amount: 1 })).toBeNull()
    expect(hook.current.unsent).toEqual({ amount: 1 })
    expect(await press({ amount: 1 })).toEqual(ok)
    expect(hook.current.unsent).toBeNull()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(3)
  })

  it('is another wish after a success', async () => {
    const { keys, press } = setup(ok, ok)
    await press({ amount: 1 })
    await press({ amount: 1 })
    expect(new Set(keys).size).toBe(2)
  })

  it('waits for nothing after a refusal', async () => {
    const { hook, press } = setup(refused)
    expect(await press({ amount: 1 })).toEqual(refused)
    expect(hook.current.unsent).toBeNull()
  })

  it('is sent again by itself when the device is back in the net', async () => {
    const { hook, keys, late, press } = setup('lost', ok)
    await press({ amount: 1 })
    await act(async () => {
      window.dispatchEvent(new Event('online'))
    })
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith(ok))
    expect(hook.current.unsent).toBeNull()
    expect(new Set(keys).size).toBe(1)
  })

  it('asks before the page is left with something unsent', async () => {
    const { press } = setup('lost')
    expect(leave()).toBe(false)
    await press({ amount: 1 })
    expect(leave()).toBe(true)
  })
})
