/**
 * The redirect target after login from `redirect=`, if it is a path of this site: one that no browser parses as another
 * host or a script, even behind several levels of percent encoding. Undefined for anything else, and for the login page
 * itself.
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
