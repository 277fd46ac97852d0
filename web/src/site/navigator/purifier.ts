import DOMPurify from 'dompurify'

// What the server's own rules (internal/base/markup) let through, and nothing else.
const rules = {
  ALLOWED_TAGS:
    'h2 h3 h4 p br hr ul ol li dl dt dd strong em b i u s sub sup blockquote figure figcaption table caption thead tbody tfoot tr th td a span ruby rt rp img #text'.split(
      ' ',
    ),
  ALLOWED_ATTR: 'lang start colspan rowspan scope href target rel src alt width height'.split(' '),
  // The sanitiser's own rule, with the schemes of the server alone: what follows them begins with no scheme.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  FORBID_ATTR: ['style'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

// Before: the sanitiser itself trims what an attribute says, and the server takes it as it stands.
DOMPurify.addHook('beforeSanitizeAttributes', (element) => {
  if (element.nodeType !== Node.ELEMENT_NODE) return
  if (element.tagName !== 'A' || element.getAttribute('target') !== '_blank') element.removeAttribute('target')
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  // A page in a new tab must not reach back into this one.
  if (element.hasAttribute('target')) element.setAttribute('rel', 'noopener')
  else element.removeAttribute('rel')
})

/** The HTML without anything that a text does not need: no `style`, no scripts, `target` only with `rel`. */
export function purify(html: string): string {
  return DOMPurify.sanitize(html, rules)
}
