import type { Locale } from '../../../i18n/messages.ts'

/** A title in the reader's language, otherwise in the other. */
export function wordsIn(title: { en: string; zh: string }, locale: Locale): string {
  return title[locale] || title[locale === 'en' ? 'zh' : 'en']
}
