import { fetchWithTimeout } from '../../api/fetch-with-timeout.ts'
import type { Payload } from '../router/payload.tsx'
import { routeById } from '../router/route.ts'
import { addMessages } from './message-store.ts'
import { readPayload } from './read-payload.ts'

/** Loads a page's HTML and reads its payload, with messages and the temple's data; undefined on failure. */
export async function readDocument(url: URL): Promise<Payload | undefined> {
  try {
    const html = await fetchWithTimeout(url.pathname + url.search, {}, (response) => response.text())
    const payload = readPayload(new DOMParser().parseFromString(html, 'text/html'))
    addMessages(payload.locale, payload.messages, routeById(payload.id)?.ns ?? [])
    return payload
  } catch (error) {
    console.warn(`${url.pathname} could not be read`, error)
    return undefined
  }
}
