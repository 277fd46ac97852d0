import { readDevice, writeDevice } from '../../../lib/device-storage.ts'
import { languageTag, type Locale, type Messages } from '../../../i18n/messages.ts'

const stored = 'shanmen.office.locale'

/** The office's language on this device, independent of the public site's. */
export function rememberedLocale(): Locale {
  const said = readDevice(stored)
  if (said === 'en' || said === 'zh') return said
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export function rememberLocale(locale: Locale): void {
  writeDevice(stored, locale)
}

/** Sets the document's language, which API calls use. */
export function showLocale(locale: Locale): void {
  document.documentElement.lang = languageTag[locale]
}

const known: Partial<Record<Locale, Promise<Messages>>> = {}

/** Loads all messages of a language, once. */
export function loadMessages(locale: Locale): Promise<Messages> {
  known[locale] ??= fetchMessages(locale).catch((error: unknown) => {
    delete known[locale]
    throw error
  })
  return known[locale]
}

async function fetchMessages(locale: Locale): Promise<Messages> {
  const response = await fetch(`/_i18n/${locale}/messages.json`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`messages of ${locale}: status ${response.status}`)
  return (await response.json()) as Messages
}
