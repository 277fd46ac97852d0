import { describe, expect, it, vi } from 'vitest'
import type { ApiResult } from '../../../api/result.ts'
import { gate, guarded, Refused, valueOf } from './session-gate.ts'

const out: ApiResult<string> = { status: 401 }
const fine: ApiResult<string> = { status: 200, value: 'done' }

describe('a call after the session has expired', () => {
  it('a call after the session has expired waits for the password and is repeated', async () => {
    const call = vi.fn<() => Promise<ApiResult<string>>>().mockResolvedValueOnce(out).mockResolvedValueOnce(fine)
    const answer = guarded(call)
    await vi.waitFor(() => expect(gate.closed()).toBe(true))
    expect(call).toHaveBeenCalledTimes(1)
    gate.open(true)
    await expect(answer).resolves.toEqual(fine)
    expect(gate.closed()).toBe(false)
  })

  it('several calls after the session has expired ask for the password once', async () => {
    const heard = vi.fn<() => void>()
    const stop = gate.subscribe(heard)
    const calls = [1, 2, 3].map(() => {
      let first = true
      return guarded(async () => (first ? ((first = false), out) : fine))
    })
    await vi.waitFor(() => expect(gate.closed()).toBe(true))
    await Promise.resolve()
    expect(heard).toHaveBeenCalledTimes(1)
    gate.open(true)
    await expect(Promise.all(calls)).resolves.toEqual([fine, fine, fine])
    stop()
  })

  it('a call after the session has expired fails when the password dialog is closed', async () => {
    const answer = valueOf(async () => out)
    await vi.waitFor(() => expect(gate.closed()).toBe(true))
    gate.open(false)
    await expect(answer).rejects.toEqual(new Refused(401))
  })
})
