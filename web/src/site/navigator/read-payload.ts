import type { Payload } from '../router/payload.tsx'

/** The JSON from which a document was rendered. */
export function readPayload(from: Document): Payload {
  const text = from.getElementById('payload')?.textContent
  if (!text) throw new Error('the document has no payload')
  return JSON.parse(text)
}
