import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ApiResult, Refusal } from '../../../api/result.ts'
import { toastFailure } from '../../../forms/use-act.ts'
import { whyRefused, type Told } from '../../../forms/refusal.ts'
import { useTold } from '../../../forms/use-told.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useSendOnce, type SendOnce } from './send-once.ts'
import { guarded } from '../session/session-gate.ts'
import { refresh, type Subject } from '../query/refresh.ts'

export type Act<Body> = SendOnce<Body> & {
  /** Why it was refused, or the message set by `tell`. */
  problem: string | undefined
  /** Shows a message before anything is sent; without an argument, removes it. */
  tell: (told?: Told) => void
  forget: () => void
  /** Submits a form: resends a pending body, otherwise the result of `read`, or nothing if that is null. */
  submit: (read: () => Body | null) => (event: FormEvent) => void
  /** The form was submitted once: from then on it shows what is missing. */
  tried: boolean
}

type Answers<Body, Value> = {
  done: (value: Value, body: Body) => void
  /** Handles a special error; false leaves it to the default handling. */
  refused?: (result: Refusal, body: Body) => boolean
}

/**
 * An act that is executed at most once however often it is sent; queries of its subjects are invalidated: by default
 * orders and payments.
 */
export function useAct<Body, Value>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  on: Answers<Body, Value>['done'] | Answers<Body, Value>,
  ...changed: readonly Subject[]
): Act<Body> {
  const client = useQueryClient()
  const { done, refused }: Answers<Body, Value> = typeof on === 'function' ? { done: on } : on
  const [problem, setProblem] = useTold()
  const [tried, setTried] = useState(false)
  const once = useSendOnce<Body, Value>(
    (body, idempotencyKey) => {
      setProblem()
      return guarded(() => call(body, idempotencyKey))
    },
    (result, body) => {
      if (result.status === 401) return
      if (result.status !== 200 && !refused?.(result, body)) {
        if (result.status === 403) toast({ text: 'fault.forbidden', type: 'error' })
        else if (result.status === 400) setProblem(whyRefused(result.body))
        else toastFailure(result)
      }
      // After a refusal someone else may have acted first, so what is shown is outdated anyway.
      void refresh(client, ...(changed.length > 0 ? changed : (['money', 'payment'] as const)))
      if (result.status === 200) done(result.value, body)
    },
  )
  const submit = (read: () => Body | null) => (event: FormEvent) => {
    event.preventDefault()
    if (once.unsent) return once.again()
    setTried(true)
    const body = read()
    if (body !== null) void once.send(body)
  }
  return { ...once, problem, tell: setProblem, forget: () => setProblem(), submit, tried }
}
