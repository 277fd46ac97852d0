import type { Locale } from '../../i18n/messages.ts'

/** The properties of a document that matter for its cookies. */
type Place = { secure: boolean; framed: boolean }

/**
 * The cookie that stores the language for a year. Inside a frame of another site, browsers accept only a cookie with
 * SameSite=None, which needs https.
 */
export function localeCookie(locale: Locale, { secure, framed }: Place): string {
  const site = framed && secure ? 'None' : 'Lax'
  return `i18n_redirected=${locale}; path=/; max-age=${365 * 86_400}; SameSite=${site}${secure ? '; Secure' : ''}`
}

/** Stores the language; the server uses it where the URL has none. Called whenever a language is chosen. */
export function rememberLocale(locale: Locale): void {
  document.cookie = localeCookie(locale, { secure: location.protocol === 'https:', framed: self !== top })
}
