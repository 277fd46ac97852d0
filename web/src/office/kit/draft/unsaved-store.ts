import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import type { Unsaved } from './keeper.ts'

let store: UseStore | undefined

/** The browser's own store of what the server does not have yet; opened when it is first needed. */
const opened = () => (store ??= createStore('shanmen-office', 'unsaved'))

/** What one user left unsaved of a record on this computer. Rejects where the browser has no store, as all of this does. */
export async function readUnsaved(user: string, record: string): Promise<Unsaved | undefined> {
  return await get<Unsaved>(`${user}/${record}`, opened())
}

/** Keeps it, or erases it with null. */
export async function keepUnsaved(user: string, record: string, unsaved: Unsaved | null): Promise<void> {
  const name = `${user}/${record}`
  await (unsaved ? set(name, unsaved, opened()) : del(name, opened()))
}
