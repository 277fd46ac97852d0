import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import type { Unsaved } from './keeper.ts'

let store: UseStore | undefined

/** The browser's own store of what the server does not have yet; opened when it is first needed. */
const opened = () => (store ??= createStore('shanmen-office', 'unsaved'))

const nameOf = (user: string, record: string) => `${user}/${record}`
const leftOf = (user: string, record: string) => `${user}/${record}/left`

/** Keeps what one user typed into a record, or erases it with null. Rejects where the browser has no store, as all of this does. */
export async function keepUnsaved(user: string, record: string, unsaved: Unsaved | null): Promise<void> {
  const name = nameOf(user, record)
  await (unsaved ? set(name, unsaved, opened()) : del(name, opened()))
}

/**
 * What one user left unsaved of a record on this computer. It is laid aside, where what is typed from now on does not
 * touch it, until {@link forgetLeft}.
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

/** Somebody decided what becomes of it. */
export async function forgetLeft(user: string, record: string): Promise<void> {
  await del(leftOf(user, record), opened())
}
