const name = 'office'
const colours = `::highlight(${name}) { background-color: #fadf9a; color: #1d1007 }`

/**
 * Highlights parts of a framed page, and pictures by URL, replacing earlier highlights. React's DOM is not changed. A
 * browser without the Highlight API (before 2024) marks only pictures, and the result is false.
 */
export function paint(
  page: Window & typeof globalThis,
  ranges: readonly Range[],
  pictures: readonly string[] = [],
): boolean {
  const can = 'Highlight' in page && 'highlights' in page.CSS
  if (can) page.CSS.highlights.set(name, new page.Highlight(...ranges))
  const sheet = new page.CSSStyleSheet()
  const marked = pictures.map((src) => `img[src="${page.CSS.escape(src)}"]`)
  const outline = marked.length > 0 ? `${marked.join(', ')} { outline: 4px solid #e0a92e; outline-offset: 2px }` : ''
  sheet.replaceSync((can ? colours : '') + outline)
  page.document.adoptedStyleSheets = [sheet]
  return can
}
