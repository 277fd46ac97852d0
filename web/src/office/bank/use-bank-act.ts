import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import type { ApiResult } from '../../api/result.ts'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../session-gate.ts'

/**
 * An act on what the bank says. The key that makes it one act is kept until a success, so that a lost connection
 * costs nothing but another press. `problem` is the server's sentence when a rule says no.
 */
export function useBankAct<Body, Value>(send: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>) {
  const client = useQueryClient()
  const [attempt] = useState(newAttempt)
  const [problem, setProblem] = useState('')
  const call = useApi((body: Body) => guarded(() => send(body, attempt.keyFor(body))))
  /** What the server answered to a success, else null. */
  async function act(body: Body): Promise<Value | null> {
    setProblem('')
    const result = await call.run(body)
    if (!result || result.status === 401) return null
    if (result.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
    else if (result.status === 400) setProblem(result.body.errors?.[0]?.title ?? result.body.title)
    else if (result.status !== 200) toastFailure(result)
    else attempt.done()
    // A refusal tells that somebody else was quicker: what is shown is old either way.
    for (const key of ['bank', 'payments', 'payment', 'late', 'orders', 'order'])
      void client.invalidateQueries({ queryKey: [key] })
    return result.status === 200 ? result.value : null
  }
  return { act, pending: call.pending, problem, forget: () => setProblem('') }
}
