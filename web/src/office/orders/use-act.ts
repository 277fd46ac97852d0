import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newAttempt } from '../../api/attempt.ts'
import type { ApiResult } from '../../api/result.ts'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { guarded } from '../session-gate.ts'

/**
 * An act on money. The key that makes it one act is made with the form and kept until a success, so that a lost
 * connection costs nothing but another press. `problem` is the server's sentence when a rule says no.
 */
export function useAct<Body, Value>(send: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>) {
  const client = useQueryClient()
  const [attempt] = useState(newAttempt)
  const [problem, setProblem] = useState('')
  const call = useApi((body: Body) => guarded(() => send(body, attempt.keyFor(body))))
  /** What the server answered to a success, else null. */
  async function act(body: Body): Promise<Value | null> {
    setProblem('')
    const result = await call.run(body)
    if (!result || result.status === 401) return null
    if (result.status === 200) {
      attempt.done()
      for (const key of ['order', 'orders', 'late', 'late-one', 'found', 'payments', 'payment'])
        void client.invalidateQueries({ queryKey: [key] })
      return result.value
    }
    if (result.status === 400) setProblem(result.body.errors?.[0]?.title ?? result.body.title)
    else if (result.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
    else toastFailure(result)
    return null
  }
  return { act, pending: call.pending, problem }
}
