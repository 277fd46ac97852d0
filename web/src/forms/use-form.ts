import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { newAttempt, type Attempt } from '../api/attempt.ts'
import { fieldErrors, type ApiResult, type FieldError, type Refusal } from '../api/result.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import type { SummaryError } from '../ui/error-summary.tsx'
import { toast } from '../ui/toast-store.ts'
import { isOnPage, say, wordsOf, type Wrong } from './refusal.ts'
import { toastFailure, useAct } from './use-act.ts'

// A group of checkboxes or radio buttons is invalid as a whole: its error describes the group.
const wrongControl = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input'

/** What a form does from submit to answer. */
export type Submission<Body, Value> = {
  /** Validates without the server; with errors, nothing is sent. */
  check?: (body: Body) => readonly Wrong[]
  /**
   * `keyFor` returns the idempotency key of a body: the same after a lost answer. Returns null, or throws, if there was
   * no answer.
   */
  send: (body: Body, keyFor: Attempt['keyFor']) => Promise<ApiResult<Value> | null>
  done: (value: Value, body: Body, form?: HTMLFormElement) => unknown
  /** The control id of a field that the server refused; undefined means the whole form. */
  control?: (field: string | undefined, body: Body) => string | undefined
  /** The error for a field that the server refused, if its control alone is not enough. */
  place?: (error: FieldError) => Wrong
  /** Handles a special error and returns what is wrong; undefined leaves it to the default handling. */
  refused?: (result: Refusal, body: Body) => readonly Wrong[] | undefined
  /** The errors to show when there was no answer (null) or an unexpected one; without it, a toast is shown. */
  unexpected?: (result: Refusal | null) => readonly Wrong[]
  /** false: the form has no error summary. The first wrong field takes the focus, and what names none on the page is a toast. */
  summary?: boolean
}

export type Form<Body> = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Submits without the form's own button. */
  submit: (body: Body) => Promise<void>
  pending: boolean
  /** The error texts by control id. */
  errors: ReadonlyMap<string, string>
  errorOf: (id: string) => string | undefined
  /** Removes all errors. */
  clear: () => void
  /** Call when a field loses the focus: errors that are fixed disappear, no new ones appear. */
  recheck: () => void
  /** Call when a control changes: its server errors disappear. `concerns` selects them by the error's id. */
  changed: (concerns: (id: string | undefined) => boolean) => void
  /** For the ErrorSummary at the top of the form. */
  summary: { errors: readonly SummaryError[]; focusKey: number }
  /** When the server allows a retry, in epoch milliseconds. */
  retryAt: number | undefined
}

type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values] & string

/** A form that stores its values, changed with `set`. */
export type FormWithValues<Values> = Form<Values> & {
  values: Values
  set: (part: Partial<Values>) => void
  /** The attributes of a text input bound to this value. Its name is also its id and the server's field name. */
  text: (name: TextName<Values>) => {
    id: string
    name: string
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/**
 * Submits a form: validates it, sends it once at a time, and shows server errors beside their fields. Errors without a
 * field are shown in the summary, unexpected ones as a toast. Input is never cleared. With `initial` the form stores
 * its values; otherwise `read` takes them from the fields, or `submit` receives them.
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
  // The fields whose error the page asks for; their control may have another id.
  const [asked] = useState(() => new Set<string>())
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
    const lost = summary ? undefined : fields.find((one) => !asked.has(one.id ?? '') && !isOnPage(one))
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
    errorOf: (id) => errors.get(asked.add(id) && id),
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
