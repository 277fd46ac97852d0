import { having, keptValue } from '../../lib/kept.ts'

/** What is being written about a message. */
export type Written = { kind: 'answer' | 'note'; text: string; textKey: string; done: boolean }

const prefix = 'shanmen.office.answer.'
export const nothing: Written = { kind: 'answer', text: '', textKey: '', done: true }
const kept = (id: string) => keptValue(prefix + id, having<Written>('text'))

/** Stores the text of an unsent answer, so that it survives a reload and opening another message. */
export const keepWritten = (id: string, written: Written) => kept(id).write(written.text ? written : undefined)

export const writtenBefore = (id: string): Written => ({ ...nothing, ...kept(id).read() })

/** Deletes all stored texts, when the session ends. */
export function forgetWritten(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Unavailable storage contains nothing.
  }
}
