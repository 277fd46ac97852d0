import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { ApiResult, Refusal } from '../../../api/result.ts'
import type { Told } from '../../../forms/refusal.ts'
import { useTold } from '../../../forms/use-told.ts'
import { dismissToast } from '../../../ui/toast-store.ts'
import { useSendOnce, type SendOnce } from './send-once.ts'
import { toastTold, whyNot } from './why-not.ts'
import { guarded } from '../session/session-gate.ts'
import { refresh, type Subject } from '../query/refresh.ts'

export type ActOnce<Body, Value = unknown> = SendOnce<Body, Value> & {
  /** Why it was refused, or what was told; `ActState` or the end of a dialog shows it. */
  problem: string | undefined
  /** Shows a message before anything is sent; without an argument, removes it. */
  tell: (told?: Told) => void
  forget: () => void
  /** Submits a form: resends a pending body, otherwise the result of `read`, or nothing if that is null. */
  submit: (read: () => Body | null) => (event: FormEvent) => void
  /** The form was submitted once: from then on it shows what is missing. */
  tried: boolean
}

/** What follows from the answer to an act of the office. */
export type Answers<Body, Value> = {
  /** The act is under way until this has ended. `refreshed` ends when the queries of its subjects are fetched again. */
  done?: (value: Value, body: Body, refreshed: Promise<void>) => unknown
  /** Deals with a refusal that is like no other; false leaves it to the rule for all. */
  refused?: (result: Refusal, body: Body) => boolean
  /** Nothing beside the button can show `problem`: a toast does, until the act is sent again. */
  toast?: boolean
}

/**
 * An act that is executed at most once however often it is sent; queries of its subjects are invalidated: by default
 * orders and payments.
 */
export function useActOnce<Body = void, Value = unknown>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  on: NonNullable<Answers<Body, Value>['done']> | Answers<Body, Value>,
  ...changed: readonly Subject[]
): ActOnce<Body, Value> {
  const client = useQueryClient()
  const { done, refused, toast }: Answers<Body, Value> = typeof on === 'function' ? { done: on } : on
  const [problem, tell] = useTold()
  const [tried, setTried] = useState(false)
  const toasted = useRef<number>(undefined)
  const once = useSendOnce<Body, Value>(
    (body, idempotencyKey) => {
      tell()
      if (toasted.current) dismissToast(toasted.current)
      return guarded(() => call(body, idempotencyKey))
    },
    (result, body) => {
      if (result.status === 401) return undefined
      if (result.status !== 200 && !refused?.(result, body)) {
        if (toast) toasted.current = toastTold(whyNot(result))
        else tell(whyNot(result))
      }
      // After a refusal someone else may have acted first, so what is shown is outdated anyway.
      const refreshed = refresh(client, ...(changed.length > 0 ? changed : (['money', 'payment'] as const)))
      return result.status === 200 ? done?.(result.value, body, refreshed) : undefined
    },
  )
  const submit = (read: () => Body | null) => (event: FormEvent) => {
    event.preventDefault()
    if (once.unsent) return once.again()
    setTried(true)
    const body = read()
    if (body !== null) void once.send(body)
  }
  return { ...once, problem, tell, forget: () => tell(), submit, tried }
}
