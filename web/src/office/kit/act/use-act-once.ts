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
  /** Says what is wrong before anything is sent; nothing for what is right. */
  tell: (told?: Told) => void
  forget: () => void
  /** Submits a form: what waits for an answer is sent again; else what `read` gives, null where something is missing. */
  submit: (read: () => Body | null) => (event: FormEvent) => void
  /** It was submitted once: from then on the form says what is missing. */
  tried: boolean
}

/** What follows from the answer to an act of the office. */
export type Answers<Body, Value> = {
  /** The act is under way until this has ended. */
  done?: (value: Value, body: Body) => unknown
  /** Deals with a refusal that is like no other; false leaves it to the rule for all. */
  refused?: (result: Refusal, body: Body) => boolean
  /** Nothing beside the button can show `problem`: a toast does, until the act is sent again. */
  toast?: boolean
}

/**
 * An act that must happen once, done once at most however often it is sent; what is shown of its subjects follows it:
 * orders and transfers, unless said.
 */
export function useActOnce<Body = void, Value = unknown>(
  call: (body: Body, idempotencyKey: string) => Promise<ApiResult<Value>>,
  on: ((value: Value, body: Body) => unknown) | Answers<Body, Value>,
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
      // A refusal tells that somebody else was quicker: what is shown is old either way.
      void refresh(client, ...(changed.length > 0 ? changed : (['money', 'payment'] as const)))
      return result.status === 200 ? done?.(result.value, body) : undefined
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
