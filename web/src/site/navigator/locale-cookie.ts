import type { Locale } from '../../i18n/messages.ts'

/** Where a document stands, as far as its cookies are concerned. */
type Place = { secure: boolean; framed: boolean }

/**
 * The cookie that remembers a language for a year. Inside another site's frame a browser keeps and sends only what says
 * that it may cross sites, which needs https.
 */
export function localeCookie(locale: Locale, { secure, framed }: Place): string {
  const site = framed && secure ? 'None' : 'Lax'
  return `i18n_redirected=${locale}; path=/; max-age=${365 * 86_400}; SameSite=${site}${secure ? '; Secure' : ''}`
}

/** Remembers the language; the server reads it where no page says which. Called whenever a language is set. */
export function rememberLocale(locale: Locale): void {
  document.cookie = localeCookie(locale, { secure: location.protocol === 'https:', framed: self !== top })
}
