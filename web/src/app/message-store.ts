import { routeById } from '../page/route.ts'
import type { Locale, Messages } from '../i18n/messages.ts'

// The HTML brings the messages of its own page's namespaces; the first page that needs others fetches all, once.
const texts: Record<Locale, Messages> = { en: {}, zh: {} }
const known: Record<Locale, Set<string>> = { en: new Set(), zh: new Set() }
const fetches: Partial<Record<Locale, Promise<void>>> = {}

export function addMessages(locale: Locale, messages: Messages, namespaces: Iterable<string>): void {
  texts[locale] = { ...texts[locale], ...messages }
  for (const namespace of namespaces) known[locale].add(namespace)
}

export function messagesOf(locale: Locale): Messages {
  return texts[locale]
}

/** Resolves when the messages of a route are here. A failure is a warning: what is there already is shown. */
export async function needMessages(locale: Locale, routeId: string): Promise<void> {
  const wanted = routeById(routeId)?.ns ?? []
  if (wanted.every((namespace) => known[locale].has(namespace))) return
  await allMessages(locale)
}

/** Fetches every message of a language, unless that has been done. */
export function allMessages(locale: Locale): Promise<void> {
  fetches[locale] ??= fetchAll(locale).catch((error) => {
    console.warn(`messages of ${locale} could not be loaded`, error)
    delete fetches[locale]
  })
  return fetches[locale]
}

async function fetchAll(locale: Locale): Promise<void> {
  const response = await fetch(`/_i18n/${locale}/messages.json`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const messages: Messages = await response.json()
  addMessages(
    locale,
    messages,
    Object.keys(messages).map((key) => key.slice(0, key.indexOf('.'))),
  )
}
