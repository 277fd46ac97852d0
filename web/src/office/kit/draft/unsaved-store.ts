import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import type { Unsaved } from './keeper.ts'

let store: UseStore | undefined

/** The browser's database for unsaved input; opened on first use. */
const opened = () => (store ??= createStore('shanmen-office', 'unsaved'))

const nameOf = (user: string, record: string) => `${user}/${record}`
const leftOf = (user: string, record: string) => `${user}/${record}/left`

/**
 * Stores a user's unsaved input for a record, or deletes it with null. Like all functions here it rejects if the
 * browser has no storage.
 */
export async function keepUnsaved(user: string, record: string, unsaved: Unsaved | null): Promise<void> {
  const name = nameOf(user, record)
  await (unsaved ? set(name, unsaved, opened()) : del(name, opened()))
}

/**
 * A user's unsaved input for a record from an earlier visit. It is moved aside, where new input does not overwrite it,
 * until {@link forgetLeft}.
 */
export async function readLeft(user: string, record: string): Promise<Unsaved | undefined> {
  const [earlier, now] = await Promise.all([
    get<Unsaved>(leftOf(user, record), opened()),
    get<Unsaved>(nameOf(user, record), opened()),
  ])
  if (!now) return earlier
  const left = { at: now.at, fields: { ...earlier?.fields, ...now.fields } }
  await set(leftOf(user, record), left, opened())
  await del(nameOf(user, record), opened())
  return left
}

/** Deletes it, once the user has decided about it. */
export async function forgetLeft(user: string, record: string): Promise<void> {
  await del(leftOf(user, record), opened())
}
