/**
 * Normalises the URL of a link: a path of this site, a full web address, an e-mail address or a phone number. Null if
 * it is none. A host name without `https://` gets it.
 */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (/^\/(?![/\\])\S*$/.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return text
  if (/^(tel:)?\+?[\d\s-]{6,20}$/.test(text)) return `tel:${text.replace(/^tel:|[\s-]/g, '')}`
  const whole = /^https?:\/\//i.test(text) ? text : /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(text) ? `https://${text}` : ''
  try {
    const url = new URL(whole)
    return url.origin === location.origin ? url.pathname + url.search + url.hash : url.href
  } catch {
    return null
  }
}
