import { useEffect, useRef, useState, type FormEvent } from 'react'
import { newAttempt, type Attempt } from '../api/attempt.ts'
import { fieldErrors, type ApiResult } from '../api/result.ts'
import type { SummaryError } from '../ui/error-summary.tsx'
import { toastFailure, useApi } from './use-api.ts'
import { useErrors, type Wrong } from './use-errors.ts'

// A group of boxes or choices is wrong as a whole: its error describes the group.
const wrongControl = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input'

export type Refusal = Exclude<ApiResult<unknown>, { status: 200 }>

/** What a form does from a press of its button to the answer. */
export type Submission<Body, Value> = {
  /** Takes the body from the fields. */
  read: (typed: FormData) => Body
  /** What can be told without the server; nothing is sent while something is wrong. */
  check?: (body: Body) => readonly Wrong[]
  /** `keyFor` gives what is sent its idempotency key: the same body after a lost answer has the same key. */
  send: (body: Body, keyFor: Attempt['keyFor']) => Promise<ApiResult<Value>>
  done: (value: Value, body: Body, form: HTMLFormElement) => unknown
  /** The id of the control of a field that the server refused; undefined stands for the form as a whole. */
  control?: (field: string | undefined, body: Body) => string | undefined
  /** Deals with a refusal that is like no other, and gives what is wrong; undefined leaves it to the rule for all. */
  refused?: (result: Refusal, body: Body) => readonly Wrong[] | undefined
  /** false: the form has no error summary. The first wrong field takes the focus, and what names no field is a toast. */
  summary?: boolean
}

export type Submit = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  pending: boolean
  errors: readonly SummaryError[]
  /** The words beside a control. */
  errorOf: (id: string) => string | undefined
  setErrors: (wrong: readonly Wrong[]) => void
  /** For the ErrorSummary on top of the form. */
  summary: { errors: readonly SummaryError[]; focusKey: number }
  /** Epoch milliseconds: the server named when it is worth trying again. */
  retryAt: number | undefined
}

/**
 * Submits a form: checks it, sends it once at a time, and puts what the server refuses beside its field. What names no
 * field stands in the summary, and what nobody could expect is told in a toast. Nothing that was typed is cleared.
 */
export function useSubmit<Body, Value>(submission: Submission<Body, Value>): Submit {
  const { read, check, send, done, control = (field) => field, refused, summary = true } = submission
  const [attempt] = useState(() => newAttempt())
  const [errors, setErrors] = useErrors()
  const [told, setTold] = useState(0)
  const [retryAt, setRetryAt] = useState<number>()
  const pressed = useRef<HTMLFormElement>(null)
  const call = useApi((body: Body) => send(body, attempt.keyFor))
  useEffect(() => {
    if (!summary) pressed.current?.querySelector<HTMLElement>(wrongControl)?.focus()
  }, [summary, told])

  function tell(wrong: readonly Wrong[]) {
    setErrors(wrong)
    setTold((count) => count + 1)
  }

  async function submit(form: HTMLFormElement) {
    pressed.current = form
    const body = read(new FormData(form))
    const missing = check?.(body) ?? []
    tell(missing)
    if (missing.length > 0) return
    const result = await call.run(body)
    if (!result) return
    if (result.status === 200) {
      attempt.done()
      return done(result.value, body, form)
    }
    if (result.status === 400 && result.body.retryAfter) setRetryAt(momentIn(result.body.retryAfter))
    tell(refused?.(result, body) ?? byTheRule(result, body))
  }

  function byTheRule(result: Refusal, body: Body): Wrong[] {
    const fields = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: control(field, body) }))
    if (fields.length > 0) return fields
    const id = control(undefined, body)
    if (result.status === 400 && (summary || id)) return [{ ...result.body, id }]
    toastFailure(result)
    return []
  }

  return {
    onSubmit: (event) => {
      event.preventDefault()
      if (!call.pending) void submit(event.currentTarget)
    },
    pending: call.pending,
    errors,
    errorOf: (id) => errors.find((error) => error.id === id)?.text,
    setErrors,
    summary: { errors, focusKey: told },
    retryAt,
  }
}

function momentIn(seconds: number): number {
  return Date.now() + seconds * 1000
}
