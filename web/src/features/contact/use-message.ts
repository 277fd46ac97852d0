import { useEffect, useReducer, useRef, useState } from 'react'
import { sentAs, type Sent } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { changeDraft, emptyDraft, reviveDraft, valuesOf, type FormChange } from '../../domain/form/draft.ts'
import { fieldId } from '../../forms/problems.ts'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { useProblems } from '../../forms/use-problems.ts'
import { having, keptValue } from '../../lib/kept.ts'
import { usePage } from '../../site/router/payload.tsx'

const keptMessage = (form: string) =>
  keptValue(`shanmen.message.${form}`, having<{ draft: unknown; sent?: Sent | undefined }>('draft'))

/** The state of a message to the temple: stored for the tab while it is typed, validated and sent once. */
export function useMessage(definition: FormDefinition) {
  const { site } = usePage()
  const { key } = definition
  const [draft, change] = useReducer(changeDraft, definition, emptyDraft)
  const [restored, setRestored] = useState(false)
  const [reference, setReference] = useState<string>()
  const untouched = useRef(draft)
  const loaded = useRef(false)
  const sent = useRef<Sent>(undefined)
  // When the form was first shown, even before hydration; 0 if its text was restored, since the typing time is then
  // unknown.
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

  const { check, placed } = useProblems(definition, draft)
  const form = useForm({
    read: (typed) => formText(typed, 'website'),
    check: () => check({ now: Date.now() }),
    send: (website) => {
      // Resending the same text after a lost answer uses the same key, so that the server stores it once.
      const message = { form: key, values: valuesOf(definition, draft) }
      sent.current = sentAs(sent.current, message)
      keptMessage(key).write({ draft, sent: sent.current })
      const took = seen.current && Math.max(0, Math.round(Date.now() - seen.current))
      return api.post('/api/form/awaiting', {
        body: website ? { ...message, website } : message,
        query: { took },
        idempotencyKey: sent.current.key,
      })
    },
    done: (received) => {
      startAfresh()
      setReference(received.reference)
    },
    place: (error) => placed({ ...error, path: error.field.replace(/^values\.?/, '') }) ?? error,
    unexpected: () => [{ key: 'contact.not-sent', vars: { phone: site.phone }, server: true }],
  })

  function edit(next: FormChange) {
    change(next)
    const field = next.type === 'answer' ? next.field : 'list' in next ? next.list : ''
    form.changed((id) => belongs(id, field))
  }

  function startAfresh() {
    keptMessage(key).write(undefined)
    sent.current = undefined
    untouched.current = emptyDraft(definition)
    change({ type: 'load', draft: untouched.current })
    setRestored(false)
    form.clear()
    setReference(undefined)
  }

  return { ...form, draft, edit, restored, startAfresh, reference }
}

/** Whether a control belongs to a field, or to one of its people. */
function belongs(control: string | undefined, field: string): boolean {
  return control === fieldId(field) || control?.startsWith(`${fieldId(field)}-`) === true
}
