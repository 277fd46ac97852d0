// The house rules of web/src that no lint rule of the shelf knows. Told in docs/architecture.md.
import { dirname, relative, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../../web/src')

/** What each folder of web/src may import, beside itself. What is not named here is refused. */
const below = {
  app: ['table', 'routes', 'office', 'features', 'ui', 'api', 'i18n', 'page', 'styles'],
  routes: ['features', 'ui', 'api', 'i18n', 'page'],
  office: ['features', 'ui', 'api', 'i18n', 'page', 'styles'],
  features: ['ui', 'api', 'i18n', 'page'],
  page: ['table', 'ui', 'api', 'i18n'],
  table: [],
  ui: ['i18n'],
  api: [],
  i18n: [],
}

/** The generated route table and its type stand in app, but are read from below, by page alone. */
const table = /^app[\\/](routes\.gen|route-type)\b/

/** Where a file of web/src belongs: ['features', 'cart'], ['ui'], or [] for the entries at the top. */
function place(file) {
  const path = relative(src, file)
  if (table.test(path)) return ['table']
  const parts = path.split(/[\\/]/)
  if (parts[0] === '..') return ['outside']
  if (parts.length === 1) return []
  return parts[0] === 'features' ? parts.slice(0, 2) : parts.slice(0, 1)
}

function forbidden(importer, imported) {
  const [from, feature] = place(importer)
  const [to, other] = place(imported)
  if (from === undefined) return undefined // an entry wires everything
  if (to === undefined) return 'an entry of web/src is imported by nobody'
  if (from === to) return feature === other ? undefined : `feature ${feature} imports feature ${other}`
  if (below[from]?.includes(to)) return undefined
  return `${from} imports ${to}; it may import ${below[from]?.join(', ') || 'nothing of web/src'}`
}

const importDirections = {
  create(context) {
    function check(node) {
      const path = node.source?.value
      if (typeof path !== 'string' || !path.startsWith('.')) return
      const why = forbidden(context.filename, resolve(dirname(context.filename), path))
      if (why) context.report({ node, message: `Wrong direction: ${why}.` })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const localTime =
  /^(toLocale\w*|[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)|getTimezoneOffset|toDateString|toTimeString)$/

/** The render engine has no Intl, and its toLocale methods ignore locale and zone without an error. */
const noIntl = {
  create(context) {
    return {
      Identifier(node) {
        if (node.name === 'Intl') {
          context.report({ node, message: 'Not Intl: the server has none. Format with web/src/i18n.' })
        }
      },
      MemberExpression(node) {
        if (!node.computed && localTime.test(node.property.name)) {
          const message = `Not ${node.property.name}: the temple's time and the visitor's language are not the machine's. Format with web/src/i18n.`
          context.report({ node: node.property, message })
        }
      },
    }
  },
}

/** The content security policy refuses a style attribute in HTML from the server. */
const noStyleAttribute = {
  create(context) {
    return {
      JSXAttribute(node) {
        if (node.name.name === 'style') {
          context.report({
            node,
            message: 'No style attribute: the security policy refuses it. Use a class or an SVG attribute.',
          })
        }
      },
    }
  },
}

export default {
  meta: { name: 'shanmen' },
  rules: { 'import-directions': importDirections, 'no-intl': noIntl, 'no-style-attribute': noStyleAttribute },
}
