import { readSession, writeSession } from '../../lib/tab-storage.ts'

/** What is being written about a message. */
export type Written = { kind: 'answer' | 'note'; text: string; textKey: string; done: boolean }

const prefix = 'shanmen.office.answer.'
export const nothing: Written = { kind: 'answer', text: '', textKey: '', done: true }

/** Words outlive a reload, and the way to another message and back. */
export function keepWritten(id: string, written: Written): void {
  writeSession(prefix + id, written.text ? JSON.stringify(written) : '')
}

export function writtenBefore(id: string): Written {
  try {
    const kept: unknown = JSON.parse(readSession(prefix + id) || 'null')
    return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing
  } catch {
    return nothing
  }
}

/** Nothing stays of what was written when the session ends. */
export function forgetWritten(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Closed storage kept nothing.
  }
}
