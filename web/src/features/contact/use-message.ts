import { useEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { sentAs, type Sent } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors, type ApiResult } from '../../api/result.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { changeDraft, emptyDraft, reviveDraft, valuesOf, type FormChange } from '../../domain/form/draft.ts'
import { fieldId } from '../../forms/problems.ts'
import { plainly, refusal, useWrong, wrongIn, type Wrong } from '../../forms/use-wrong.ts'
import { validate } from '../../domain/form/validate.ts'
import { having, keptValue } from '../../lib/kept.ts'
import { usePage } from '../../site/router/payload.tsx'

type Received = { reference: string }

const keptMessage = (form: string) =>
  keptValue(`shanmen.message.${form}`, having<{ draft: unknown; sent?: Sent | undefined }>('draft'))

/** A message to the temple: kept for the tab as it is written, checked and sent once. */
export function useMessage(definition: FormDefinition, form: RefObject<HTMLFormElement | null>) {
  const { wrong, setWrong, refuse, errors, summary, t, locale } = useWrong()
  const { site } = usePage()
  const { key } = definition
  const [draft, change] = useReducer(changeDraft, definition, emptyDraft)
  const [restored, setRestored] = useState(false)
  const [pending, setPending] = useState(false)
  const [reference, setReference] = useState<string>()
  const untouched = useRef(draft)
  const loaded = useRef(false)
  const sent = useRef<Sent>(undefined)
  // When the form was first seen, on the first page before it is hydrated; 0 where its words are older than this page, and how long they took is not known.
  const seen = useRef(0)

  useEffect(() => {
    if (loaded.current) return
    loaded.current = true
    const saved = keptMessage(key).read()
    if (saved) {
      sent.current = saved.sent
      untouched.current = reviveDraft(definition, saved.draft)
      change({ type: 'load', draft: untouched.current })
      // oxlint-disable-next-line react/set-state-in-effect -- sessionStorage can only be read after hydration
      setRestored(true)
    } else seen.current = 'live' in document.documentElement.dataset ? Date.now() : performance.timeOrigin
  }, [definition, key])

  useEffect(() => {
    if (draft !== untouched.current) keptMessage(key).write({ draft, sent: sent.current })
  }, [draft, key])

  const look = (): Wrong[] =>
    validate(definition, valuesOf(definition, draft), { now: Date.now() }).flatMap(
      (problem) => wrongIn(definition, draft, problem, t, locale) ?? [],
    )

  const refused = (result: ApiResult<unknown> | null) => {
    const found = fieldErrors(result).map((error): Wrong => {
      const problem = { ...error, path: error.field.replace(/^values\.?/, ''), toldIn: locale }
      return wrongIn(definition, draft, problem, t, locale, true) ?? refusal(error, locale)
    })
    if (found.length > 0) return refuse(found)
    if (result?.status === 400) return refuse([refusal(result.body, locale)])
    refuse([plainly((say) => say('form.not-sent', { phone: site.phone }), undefined, true)])
  }

  async function send() {
    if (pending) return
    const found = look()
    if (found.length > 0) return refuse(found)
    setWrong([])
    setPending(true)
    // The same words again after silence are the same message: the server keeps it once.
    const message = { form: key, values: valuesOf(definition, draft) }
    sent.current = sentAs(sent.current, message)
    keptMessage(key).write({ draft, sent: sent.current })
    const website = form.current?.querySelector<HTMLInputElement>('[name=website]')?.value || undefined
    const result = await post(website ? { ...message, website } : message, seen.current, sent.current.key)
    setPending(false)
    if (result?.status !== 200) return refused(result)
    startAfresh()
    setReference(result.value.reference)
  }

  /** A place has been left: what is right now loses its words, nothing new turns red. */
  function leave() {
    if (wrong.length === 0) return
    const now = new Set(look().map((error) => error.id))
    setWrong(wrong.filter((error) => error.server || now.has(error.id)))
  }

  function edit(next: FormChange) {
    change(next)
    const field = next.type === 'answer' ? next.field : 'list' in next ? next.list : ''
    const touched = (error: Wrong) => error.server && belongs(error.id, field)
    if (wrong.some(touched)) setWrong(wrong.filter((error) => !touched(error)))
  }

  function startAfresh() {
    keptMessage(key).write(undefined)
    sent.current = undefined
    untouched.current = emptyDraft(definition)
    change({ type: 'load', draft: untouched.current })
    setRestored(false)
    setWrong([])
    setReference(undefined)
  }

  return { draft, edit, restored, startAfresh, errors, summary, pending, send, leave, reference }
}

/** Whether a control is the field's own, or one of its people's. */
function belongs(control: string | undefined, field: string): boolean {
  return control === fieldId(field) || control?.startsWith(`${fieldId(field)}-`) === true
}

type Body = { form: string; values: unknown; website?: string }

async function post(body: Body, seen: number, key: string): Promise<ApiResult<Received> | null> {
  const took = seen && Math.max(0, Math.round(Date.now() - seen))
  try {
    return await api.post('/api/form/awaiting', { body, query: { took }, idempotencyKey: key })
  } catch (error) {
    console.error(error)
    return null
  }
}
