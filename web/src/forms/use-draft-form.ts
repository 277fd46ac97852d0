import { useCallback, useState } from 'react'
import { useSubmit, type Submission, type Submit } from './use-submit.ts'

type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values] & string

export type DraftForm<Values> = Submit & {
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

/** Keeps what is typed into a form, and submits it as {@link useSubmit} does. It stays until `set` changes it. */
export function useDraftForm<Values extends object, Value>(
  initial: Values,
  submission: Omit<Submission<Values, Value>, 'read'>,
): DraftForm<Values> {
  const [values, setValues] = useState(initial)
  const submit = useSubmit({ ...submission, read: () => values })
  const set = useCallback((part: Partial<Values>) => setValues((before) => ({ ...before, ...part })), [])
  return {
    ...submit,
    values,
    set,
    text: (name) => ({
      id: name,
      name,
      value: String(values[name]),
      error: submit.errorOf(name),
      onChange: (event) => setValues((before) => ({ ...before, [name]: event.target.value })),
    }),
  }
}
