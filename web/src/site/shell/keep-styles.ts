/** The properties of a document that matter for the cookie. */
type Place = { secure: boolean }

/** The cookie that tells the server for a month that this browser has a style sheet's file (`ssr/sheet.go`). */
export function stylesCookie(file: string, { secure }: Place): string {
  return `styles=${file}; path=/; max-age=${30 * 86_400}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * After a page that contains the style sheet: fetches its file into the browser's cache, for which the next pages link
 * it. A page that links it is left alone.
 */
export async function keepStyles(from: Document): Promise<void> {
  const file = from.querySelector<HTMLStyleElement>('style[data-file]')?.dataset.file
  if (!file) return
  const answer = await fetch(`/assets/${file}`, { priority: 'low' })
  await answer.arrayBuffer() // a file that was not read to its end is not cached
  if (answer.ok) from.cookie = stylesCookie(file, { secure: location.protocol === 'https:' })
}
