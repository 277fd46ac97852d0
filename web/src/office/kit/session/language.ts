import { writeDevice } from '../../../lib/device-storage.ts'
import { languageTag, type Locale, type Messages } from '../../../i18n/messages.ts'

/** The office's own language on this device, apart from the one of the public pages: admin.html has found it. */
export function firstLocale(): Locale {
  return document.documentElement.lang === languageTag.zh ? 'zh' : 'en'
}

export function rememberLocale(locale: Locale): void {
  writeDevice('shanmen.office.locale', locale)
}

/** Sets the document's language, which API calls use. */
export function showLocale(locale: Locale): void {
  document.documentElement.lang = languageTag[locale]
}

const known: Partial<Record<Locale, Promise<Messages>>> = {}

/** What the office says in a language, fetched once. */
export function loadMessages(locale: Locale): Promise<Messages> {
  known[locale] ??= fetchMessages(locale).catch((error: unknown) => {
    delete known[locale]
    throw error
  })
  return known[locale]
}

async function fetchMessages(locale: Locale): Promise<Messages> {
  const response = await fetch(`/_i18n/${locale}/office.json`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`messages of ${locale}: status ${response.status}`)
  return (await response.json()) as Messages
}
