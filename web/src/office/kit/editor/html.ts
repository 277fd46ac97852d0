/**
 * The editor's HTML as the office stores it: a list item or cell with a single paragraph is unwrapped, leading header
 * rows become the table's head, and empty attributes are removed. The server accepts both forms; a single form makes
 * versions comparable, and public pages keep their look.
 */
export function tidyHtml(html: string): string {
  const box = new DOMParser().parseFromString(html, 'text/html').body
  for (const item of box.querySelectorAll('li, td, th, dd')) unwrapOnlyParagraph(item)
  for (const table of box.querySelectorAll('table')) sectionsOf(table)
  for (const cell of box.querySelectorAll('td, th')) {
    if (cell.getAttribute('colspan') === '1') cell.removeAttribute('colspan')
    if (cell.getAttribute('rowspan') === '1') cell.removeAttribute('rowspan')
  }
  for (const list of box.querySelectorAll('ol[start="1"]')) list.removeAttribute('start')
  for (const span of box.querySelectorAll('ruby > span')) span.replaceWith(...span.childNodes)
  const last = box.lastElementChild
  if (last?.tagName === 'P' && !last.hasChildNodes()) last.remove() // the empty line for the cursor below a table
  return box.innerHTML
}

function unwrapOnlyParagraph(item: Element): void {
  const [first, ...rest] = item.children
  if (first?.tagName !== 'P' || first.attributes.length > 0) return
  if (rest.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')) first.replaceWith(...first.childNodes)
}

function sectionsOf(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const headed = rows.findIndex((row) => [...row.cells].some((cell) => cell.tagName === 'TD'))
  const head = headed < 0 ? [] : rows.slice(0, headed) // a table with only header cells has no head
  for (const section of table.querySelectorAll('tbody, thead, tfoot')) section.remove()
  const add = (name: 'thead' | 'tbody', scope: string, of: HTMLTableRowElement[]) => {
    if (of.length === 0) return
    const section = document.createElement(name)
    for (const row of of) {
      for (const cell of row.querySelectorAll('th')) cell.setAttribute('scope', scope)
      section.append(row)
    }
    table.append(section)
  }
  add('thead', 'col', head)
  add('tbody', 'row', rows.slice(head.length))
}

/** Counts words in English and characters in Chinese. */
export function countWords(text: string, locale: 'en' | 'zh'): number {
  if (locale === 'zh') return text.match(/\p{Script=Han}/gu)?.length ?? 0
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
}
