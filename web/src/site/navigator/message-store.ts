import { fetchWithTimeout } from '../../api/fetch-with-timeout.ts'
import { routeById } from '../router/route.ts'
import type { Locale, Messages } from '../../i18n/messages.ts'

// The HTML contains the messages of its page's namespaces; the first page that needs others loads all, once.
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

/** Whether every message of a route is loaded. */
export function hasMessages(locale: Locale, routeId: string): boolean {
  return (routeById(routeId)?.ns ?? []).every(
    (namespace) => known[locale].has(namespace) || known[locale].has(namespace.replace(/@.*/, '')),
  )
}

/** Resolves when the messages of a route are loaded. A failure is logged: the page uses what it has. */
export async function needMessages(locale: Locale, routeId: string): Promise<void> {
  if (!hasMessages(locale, routeId)) await allMessages(locale)
}

/** Uses the other language's texts for missing messages, until they have loaded. */
export function borrowMessages(locale: Locale): void {
  texts[locale] = { ...texts[locale === 'en' ? 'zh' : 'en'], ...texts[locale] }
}

/** Loads all messages of a language, once. */
export function allMessages(locale: Locale): Promise<void> {
  fetches[locale] ??= fetchAll(locale).catch((error) => {
    console.warn(`messages of ${locale} could not be loaded`, error)
    delete fetches[locale]
  })
  return fetches[locale]
}

async function fetchAll(locale: Locale): Promise<void> {
  const messages = await fetchWithTimeout(
    `/_i18n/${locale}/messages.json`,
    // Revalidate, because the office may have changed them.
    { headers: { 'Cache-Control': 'no-cache' } },
    async (response): Promise<Messages> => {
      if (!response.ok) throw new Error(`status ${response.status}`)
      return response.json()
    },
  )
  addMessages(
    locale,
    messages,
    Object.keys(messages).map((key) => key.slice(0, key.indexOf('.'))),
  )
}
