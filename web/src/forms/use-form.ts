import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { newAttempt, type Attempt } from '../api/attempt.ts'
import { fieldErrors, type ApiResult, type FieldError, type Refusal } from '../api/result.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { SummaryError } from '../ui/error-summary.tsx'
import { toast } from '../ui/toast-store.ts'
import { isOnPage, say, wordsOf, type Wrong } from './refusal.ts'
import { toastFailure, useAct } from './use-act.ts'

// A group of boxes or choices is wrong as a whole: its error describes the group.
const wrongControl = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input'

/** What a form does from a press of its button to the answer. */
export type Submission<Body, Value> = {
  /** What can be told without the server; nothing is sent while something is wrong. */
  check?: (body: Body) => readonly Wrong[]
  /**
   * `keyFor` gives what is sent its idempotency key: the same body after a lost answer has the same key. Gives null, or
   * throws, where no answer came.
   */
  send: (body: Body, keyFor: Attempt['keyFor']) => Promise<ApiResult<Value> | null>
  done: (value: Value, body: Body, form?: HTMLFormElement) => unknown
  /** The id of the control of a field that the server refused; undefined stands for the form as a whole. */
  control?: (field: string | undefined, body: Body) => string | undefined
  /** What is wrong for a field that the server refused, where its control alone does not tell. */
  place?: (error: FieldError) => Wrong
  /** Deals with a refusal that is like no other, and gives what is wrong; undefined leaves it to the rule for all. */
  refused?: (result: Refusal, body: Body) => readonly Wrong[] | undefined
  /** What is wrong when no answer came (null), or one that nobody could expect; without it a toast says so. */
  unexpected?: (result: Refusal | null) => readonly Wrong[]
  /** false: the form has no error summary. The first wrong field takes the focus, and what names none on the page is a toast. */
  summary?: boolean
}

export type Form<Body> = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Submits without a press of the form's own button. */
  submit: (body: Body) => Promise<void>
  pending: boolean
  /** The words beside each wrong control, by its id. */
  errors: ReadonlyMap<string, string>
  errorOf: (id: string) => string | undefined
  /** Takes back what was said to be wrong. */
  clear: () => void
  /** A field has been left: what is right now loses its words, nothing new turns red. */
  recheck: () => void
  /** A control has been changed: what the server refused of it is taken back. `concerns` tells by the id of its error. */
  changed: (concerns: (id: string | undefined) => boolean) => void
  /** For the ErrorSummary on top of the form. */
  summary: { errors: readonly SummaryError[]; focusKey: number }
  /** Epoch milliseconds: the server named when it is worth trying again. */
  retryAt: number | undefined
}

type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values] & string

/** A form that keeps what is typed, until `set` changes it. */
export type FormWithValues<Values> = Form<Values> & {
  values: Values
  set: (part: Partial<Values>) => void
  /** The attributes of the text field that has this value. Its name is its id and the server's name for it too. */
  text: (name: TextName<Values>) => {
    id: string
    name: string
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/**
 * Submits a form: checks it, sends it once at a time, and puts what the server refuses beside its field. What names no
 * field stands in the summary, and what nobody could expect is told in a toast. Nothing that was typed is cleared.
 * With `initial` the form keeps its values; else `read` takes them from the fields, or `submit` is given them.
 */
export function useForm<Values extends object, Value>(
  form: Submission<Values, Value> & { initial: Values },
): FormWithValues<Values>
export function useForm<Body, Value>(form: Submission<Body, Value> & { read?: (typed: FormData) => Body }): Form<Body>
export function useForm<Body extends object, Value>(
  form: Submission<Body, Value> & { initial?: Body; read?: (typed: FormData) => Body },
): FormWithValues<Body> {
  const { check, send, done, control = (field) => field, place, refused, unexpected = toastOf, summary = true } = form
  const t = useT()
  const locale = useLocale()
  const [attempt] = useState(() => newAttempt())
  const [values, setValues] = useState(form.initial as Body)
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [told, setTold] = useState(0)
  const [retryAt, setRetryAt] = useState<number>()
  const pressed = useRef<HTMLFormElement>(undefined)
  const act = useAct((body: Body) => send(body, attempt.keyFor), {
    done: (value, body) => {
      attempt.done()
      return done(value, body, pressed.current)
    },
    refused: (result, body) => {
      if (result?.status === 400 && result.body.retryAfter) setRetryAt(momentIn(result.body.retryAfter))
      tell(result ? (refused?.(result, body) ?? byTheRule(result, body)) : unexpected(null))
      return true
    },
  })
  useEffect(() => {
    if (!summary) pressed.current?.querySelector<HTMLElement>(wrongControl)?.focus()
  }, [summary, told])
  const { errors, lines } = useMemo(() => wordsOf(wrong, t, locale), [locale, t, wrong])
  const set = useCallback((part: Partial<Body>) => setValues((before) => ({ ...before, ...part })), [])

  function tell(next: readonly Wrong[]) {
    setWrong(next.map((one) => ({ toldIn: locale, server: 'title' in one, ...one })))
    setTold((count) => count + 1)
  }

  const read = (from: HTMLFormElement) => (form.read ? form.read(new FormData(from)) : values)

  async function submit(body: Body, from?: HTMLFormElement) {
    pressed.current = from
    const missing = check?.(body) ?? []
    tell(missing)
    if (missing.length === 0) await act.send(body)
  }

  function byTheRule(result: Refusal, body: Body): readonly Wrong[] {
    const fields = fieldErrors(result).map((error) => place?.(error) ?? { ...error, id: control(error.field, body) })
    const lost = summary ? undefined : fields.find((one) => !isOnPage(one))
    if (lost) toast({ words: say(lost, t, locale), type: 'error' })
    if (fields.length > 0) return fields
    const id = control(undefined, body)
    return result.status === 400 && (summary || id) ? [{ ...result.body, id }] : unexpected(result)
  }

  return {
    onSubmit: (event) => {
      event.preventDefault()
      if (!act.pending) void submit(read(event.currentTarget), event.currentTarget)
    },
    submit: async (body) => {
      if (!act.pending) await submit(body)
    },
    pending: act.pending,
    errors,
    errorOf: (id) => errors.get(id),
    clear: () => setWrong([]),
    recheck: () => {
      if (wrong.length === 0 || !pressed.current) return
      const now = check?.(read(pressed.current)) ?? []
      setWrong(wrong.flatMap((one) => (one.server ? one : (now.find(({ id }) => id === one.id) ?? []))))
    },
    changed: (concerns) => setWrong((before) => before.filter((one) => !one.server || !concerns(one.id))),
    summary: { errors: lines, focusKey: told },
    retryAt,
    values,
    set,
    text: (name) => ({
      id: name,
      name,
      value: String(values[name]),
      error: errors.get(name),
      onChange: (event) => setValues((before) => ({ ...before, [name]: event.target.value })),
    }),
  }
}

function toastOf(result: Refusal | null): readonly Wrong[] {
  toastFailure(result)
  return []
}

function momentIn(seconds: number): number {
  return Date.now() + seconds * 1000
}
