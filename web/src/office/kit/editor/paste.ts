/** What was removed from pasted text, for a message. */
export type LeftOut = { pictures: number; programs: number; marks: number }

/** Direction marks and zero-width characters, which make a text read differently than it is. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]/g

const instead: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4', PRE: 'p', CENTER: 'p' }

/**
 * Cleans pasted HTML of what a text here cannot contain: scripts, external pictures, clutter of Word and WeChat. The
 * editor's schema silently removes the rest, which is invisible.
 */
export function cleanPasted(html: string): { html: string; leftOut: LeftOut } {
  // The content security policy blocks style attributes, and the browser would log each one it parses.
  const unstyled = html.replace(/\sstyle\s*=/gi, ' data-style=')
  const box = new DOMParser().parseFromString(unstyled, 'text/html').body
  const leftOut = { pictures: 0, programs: 0, marks: 0 }
  for (const one of box.querySelectorAll('script, iframe, object, embed, form, input, video, audio, svg')) {
    leftOut.programs++
    one.remove()
  }
  for (const one of box.querySelectorAll('style, meta, link, title, xml, noscript')) one.remove()
  for (const picture of box.querySelectorAll('picture')) picture.replaceWith(...picture.querySelectorAll('img'))
  for (const picture of box.querySelectorAll('img')) {
    const own = ownPicture(picture.getAttribute('src') ?? '')
    if (own) picture.setAttribute('src', own)
    else {
      leftOut.pictures++
      picture.remove()
    }
  }
  wordLists(box)
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_TEXT)
  const comments: Comment[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Comment) comments.push(node)
    else if (node.nodeValue) {
      leftOut.marks += node.nodeValue.match(unseen)?.length ?? 0
      node.nodeValue = node.nodeValue.replace(unseen, '')
    }
  }
  for (const comment of comments) comment.remove()
  for (const name of ['O:P', 'FONT', ...Object.keys(instead)]) {
    for (const one of [...box.querySelectorAll('*')].filter(({ tagName }) => tagName === name)) {
      const better = instead[name]
      if (!better) one.replaceWith(...one.childNodes)
      else {
        const made = document.createElement(better)
        made.append(...one.childNodes)
        one.replaceWith(made)
      }
    }
  }
  // Google Docs wraps everything in a <b> that is not bold.
  for (const one of box.querySelectorAll<HTMLElement>('b, strong'))
    if (/font-weight:\s*(normal|400)/.test(one.dataset.style ?? '')) one.replaceWith(...one.childNodes)
  for (const link of box.querySelectorAll('a[href]')) cleanAddress(link)
  return { html: box.innerHTML, leftOut }
}

/** Converts Word's list paragraphs, each with a level and its bullet as text, back to lists. */
function wordLists(box: Element): void {
  // The open lists, innermost last; a normal paragraph closes them.
  let open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const one of box.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(/mso-list:[^;]*\blevel(\d)/.exec(one.dataset.style ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const sign = [...one.querySelectorAll<HTMLElement>('span')].find(({ dataset }) =>
      /mso-list:\s*ignore/i.test(dataset.style ?? ''),
    )
    const kind = /^\s*[\da-z]{1,4}[.)、]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul'
    sign?.remove()
    const before = one.previousElementSibling
    if (before === null || before !== last) open = []
    open = open.filter((other) => other.level <= level)
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(kind)
      const within = open.at(-1)?.list
      if (within) (within.lastElementChild ?? within).append(list)
      else one.before(list)
      open.push({ list, level })
    }
    const item = document.createElement('li')
    const words = document.createElement('p')
    words.append(...one.childNodes)
    item.append(words)
    open.at(-1)?.list.append(item)
    last = open[0]?.list ?? null
    one.remove()
  }
}

/** The library id of a picture copied from this site; '' for any other. */
function ownPicture(src: string): string {
  if (!URL.canParse(src, location.origin)) return ''
  const { origin, pathname } = new URL(src, location.origin)
  return origin === location.origin ? (/^\/media\/[\dA-Za-z-]+/.exec(pathname)?.[0] ?? '') : ''
}

/** Removes the host from URLs of this site, and tracking parameters from all. */
function cleanAddress(link: Element): void {
  const said = link.getAttribute('href') ?? ''
  if (!/^https?:/i.test(said)) {
    if (!/^(mailto:|tel:|\/(?!\/))/i.test(said)) link.replaceWith(...link.childNodes)
    return
  }
  try {
    const url = new URL(said)
    for (const name of Array.from(url.searchParams.keys()))
      if (/^(utm_\w+|fbclid|gclid|mc_[ce]id|igshid|scene|srcid|sharer_\w+)$/.test(name)) url.searchParams.delete(name)
    link.setAttribute('href', url.origin === location.origin ? url.pathname + url.search + url.hash : url.href)
  } catch {
    link.replaceWith(...link.childNodes)
  }
}

/** Removes invisible characters from pasted text, and counts them. */
export function cleanText(text: string): { text: string; marks: number } {
  return { text: text.replace(unseen, ''), marks: text.match(unseen)?.length ?? 0 }
}
