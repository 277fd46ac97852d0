import type { Locale } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast-store.ts'
import { borrowMessages, hasMessages, needMessages } from './message-store.ts'
import { readDocument } from './read-document.ts'

let told = false

/**
 * Resolves when the messages of a route are here: out of the list of all, else out of the page's own HTML. When both
 * fail that is said once, and the other language's words stand in where there are any; the page can be used.
 */
export async function messagesFor(locale: Locale, routeId: string, url: URL): Promise<void> {
  await needMessages(locale, routeId)
  if (hasMessages(locale, routeId)) return
  await readDocument(url)
  if (hasMessages(locale, routeId)) return
  borrowMessages(locale)
  // Without a connection the strip under the header says so, and what that means.
  if (!told && navigator.onLine) toast({ text: 'message.messages-failed', duration: 10_000 })
  told = true
}
