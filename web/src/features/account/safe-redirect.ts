/**
 * The page to go to after a login, when `redirect=` names one of this site: a path that no browser reads as another
 * host or as a script, also behind layers of percent signs. undefined for anything else, and for login itself.
 */
export function safeRedirect(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('redirect')
  if (!wanted || wanted.length > 2000 || !wanted.startsWith('/')) return undefined
  let path = wanted.split(/[?#]/)[0] ?? ''
  for (let layers = 0; layers < 4; layers++) {
    if (path.includes('//') || path.includes('\\') || /\p{C}/u.test(path)) return undefined
    let plain: string
    try {
      plain = decodeURIComponent(path)
    } catch {
      return undefined
    }
    if (plain === path) break
    path = plain
    if (layers === 3) return undefined
  }
  if (/\p{Cc}|\\/u.test(wanted) || /^(\/zh)?\/member\/(login|registration)$/.test(path)) return undefined
  return wanted
}
