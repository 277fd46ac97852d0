import { having, keptValue } from '../../lib/kept.ts'

/** What is being written about a message. */
export type Written = { kind: 'answer' | 'note'; text: string; textKey: string; done: boolean }

const prefix = 'shanmen.office.answer.'
export const nothing: Written = { kind: 'answer', text: '', textKey: '', done: true }
const kept = (id: string) => keptValue(prefix + id, having<Written>('text'))

/** Words outlive a reload, and the way to another message and back. */
export const keepWritten = (id: string, written: Written) => kept(id).write(written.text ? written : undefined)

export const writtenBefore = (id: string): Written => ({ ...nothing, ...kept(id).read() })

/** Nothing stays of what was written when the session ends. */
export function forgetWritten(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Closed storage kept nothing.
  }
}
