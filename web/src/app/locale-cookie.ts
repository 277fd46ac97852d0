import type { Locale } from '../i18n/messages.ts'

/** Remembers the language for a year; the server reads it where no page says which. */
export function rememberLocale(locale: Locale): void {
  document.cookie = `i18n_redirected=${locale}; path=/; max-age=${365 * 86_400}; SameSite=Lax`
}
