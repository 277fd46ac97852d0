import { fetchWithTimeout } from '../../api/fetch-with-timeout.ts'
import type { Payload } from '../router/payload.tsx'
import { routeById } from '../router/route.ts'
import { addMessages } from './message-store.ts'
import { readPayload } from './read-payload.ts'

/** Reads a page's HTML, which has messages of its language and the temple's name and address in it; undefined when that fails. */
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
