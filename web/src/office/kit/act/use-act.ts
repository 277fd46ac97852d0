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
  /** Why a rule says no, or what was told. */
  problem: string | undefined
  /** Says what is wrong before anything is sent; nothing for what is right. */
  tell: (told?: Told) => void
  forget: () => void
  /** Submits a form: what waits for an answer is sent again; else what `read` gives, null where something is missing. */
  submit: (read: () => Body | null) => (event: FormEvent) => void
  /** It was submitted once: from then on the form says what is missing. */
  tried: boolean
}

type Answers<Body, Value> = {
  done: (value: Value, body: Body) => void
  /** Deals with a refusal that is like no other; false leaves it to the rule for all. */
  refused?: (result: Refusal, body: Body) => boolean
}

/**
 * An act that must happen once, done once at most however often it is sent; what is shown of its subjects follows it:
 * orders and transfers, unless said.
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
      // A refusal tells that somebody else was quicker: what is shown is old either way.
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
