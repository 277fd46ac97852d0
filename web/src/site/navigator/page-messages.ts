import type { Locale } from '../../i18n/messages.ts'
import { toast } from '../../ui/toast-store.ts'
import { borrowMessages, hasMessages, needMessages } from './message-store.ts'
import { readDocument } from './read-document.ts'

let told = false

/**
 * Resolves when the messages of a route are loaded: from the complete list, otherwise from the page's own HTML. If both
 * fail, a toast is shown once, and the other language's texts are used where available.
 */
export async function messagesFor(locale: Locale, routeId: string, url: URL): Promise<void> {
  await needMessages(locale, routeId)
  if (hasMessages(locale, routeId)) return
  await readDocument(url)
  if (hasMessages(locale, routeId)) return
  borrowMessages(locale)
  // When offline, the connection strip already says so.
  if (!told && navigator.onLine) toast({ text: 'message.messages-failed', duration: 10_000 })
  told = true
}
