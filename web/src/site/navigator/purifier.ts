import DOMPurify from 'dompurify'

// Allows exactly what the server's rules (internal/base/markup) allow.
const rules = {
  ALLOWED_TAGS:
    'h2 h3 h4 p br hr ul ol li dl dt dd strong em b i u s sub sup blockquote figure figcaption table caption thead tbody tfoot tr th td a span ruby rt rp img #text'.split(
      ' ',
    ),
  ALLOWED_ATTR: 'lang start colspan rowspan scope href target rel src alt width height'.split(' '),
  // DOMPurify's own pattern, limited to the server's schemes: what follows matches URLs without a scheme.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  FORBID_ATTR: ['style'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

// Before DOMPurify, which trims attribute values, while the server uses them unchanged.
DOMPurify.addHook('beforeSanitizeAttributes', (element) => {
  if (element.nodeType !== Node.ELEMENT_NODE) return
  if (element.tagName !== 'A' || element.getAttribute('target') !== '_blank') element.removeAttribute('target')
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  // A page in a new tab must not access this one.
  if (element.hasAttribute('target')) element.setAttribute('rel', 'noopener')
  else element.removeAttribute('rel')
})

/** The HTML with only what a text needs: no `style`, no scripts, `target` only with `rel`. */
export function purify(html: string): string {
  return DOMPurify.sanitize(html, rules)
}
