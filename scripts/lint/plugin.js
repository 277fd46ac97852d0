// Lint rules for web/src that oxlint does not have. docs/web.md explains them.
import { dirname, join, relative, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../../web/src')

/** What each folder of web/src may import besides itself. Anything not listed is refused. */
const below = {
  shell: ['navigator', 'routes', 'features', ...commonOf('forms'), 'router', 'session', 'styles'],
  navigator: ['table', 'routes', 'cart', 'ui', 'api', 'i18n', 'router', 'session', 'lib'],
  routes: ['features', 'cart', ...commonOf('forms'), 'router', 'session'],
  office: ['area', 'kit', 'features', ...commonOf('forms'), 'styles'],
  area: ['kit', 'features', ...commonOf('forms'), 'styles'],
  kit: ['features', ...commonOf('forms'), 'styles'],
  features: ['cart', ...commonOf('forms'), 'router', 'session'],
  cart: [...commonOf('forms'), 'session'],
  forms: [...commonOf('ui'), 'router', 'session'],
  router: ['table', ...commonOf('ui'), 'session'],
  session: commonOf('ui'),
  ui: ['i18n', 'domain', 'lib'],
  domain: ['api', 'i18n', 'tablets'],
  lib: ['api'],
  table: [],
  api: [],
  i18n: ['messages'],
}

/** Areas of the office that may import another one: quick sales take cash as the counter does. */
const builtOn = { 'walk-in': ['counter'], counter: ['shift'] }

/** The layers below pages and features, from the given layer down. */
function commonOf(top) {
  const all = ['forms', 'ui', 'api', 'i18n', 'domain', 'lib']
  return all.slice(all.indexOf(top))
}

/** The generated route table and its type may be imported only by router and navigator. */
const table = /^site[\\/]router[\\/](routes\.gen|route-type)\b/

/** The messages of both languages; i18n derives the type of message keys from them. */
const messages = join('..', '..', 'locales')

/** The fixed words of printed tablets, which pages preview. */
const tablets = join('..', '..', 'internal', 'rites', 'tablet', 'sheets.json')

/**
 * Where a file of web/src belongs: ['features', 'cart'], ['area', 'orders'], ['ui'], or [] for the entry files at the
 * top.
 */
function place(file) {
  const path = relative(src, file)
  if (table.test(path)) return ['table']
  const parts = path.split(/[\\/]/)
  if (path.startsWith(messages)) return ['messages']
  if (path === tablets) return ['tablets']
  if (parts[0] === '..') return ['outside']
  if (parts.length === 1) return []
  if (parts[0] === 'site') return parts.slice(1, 2)
  if (parts[0] === 'office' && parts.length > 2) return parts[1] === 'kit' ? ['kit'] : ['area', parts[1]]
  return parts[0] === 'features' ? parts.slice(0, 2) : parts.slice(0, 1)
}

function forbidden(importer, imported) {
  const [from, feature] = place(importer)
  const [to, other] = place(imported)
  if (from === undefined) return undefined // an entry file may import everything
  if (to === undefined) return 'an entry of web/src is imported by nobody'
  if (from === to)
    return feature === other || (from === 'area' && builtOn[feature]?.includes(other))
      ? undefined
      : `${from} ${feature} imports ${from} ${other}`
  if (below[from]?.includes(to)) return undefined
  return `${from} imports ${to}; it may import ${below[from]?.join(', ') || 'nothing of web/src'}`
}

const importDirections = {
  create(context) {
    function check(node) {
      const path = node.source?.value
      if (typeof path !== 'string') return
      if (!path.startsWith('.')) {
        if (place(context.filename)[0] === 'domain')
          context.report({ node, message: `Forbidden import: domain is plain TypeScript, without ${path}.` })
        return
      }
      const why = forbidden(context.filename, resolve(dirname(context.filename), path))
      if (why) context.report({ node, message: `Forbidden import: ${why}.` })
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

/**
 * The server's render engine has no Intl, and its toLocale methods ignore locale and time zone without an error. The
 * office is never rendered on the server and may use Intl; but the machine's own time zone and language are wrong
 * everywhere.
 */
const noIntl = {
  create(context) {
    return {
      Identifier(node) {
        if (node.name === 'Intl' && !['area', 'kit', 'office'].includes(place(context.filename)[0])) {
          context.report({ node, message: 'No Intl: the server does not have it. Format with web/src/i18n.' })
        }
      },
      MemberExpression(node) {
        if (!node.computed && localTime.test(node.property.name)) {
          const message = `No ${node.property.name}: it uses the machine's time zone and language. Format with web/src/i18n.`
          context.report({ node: node.property, message })
        }
      },
    }
  },
}

/** The content security policy blocks style attributes in HTML from the server. */
const noStyleAttribute = {
  create(context) {
    return {
      JSXAttribute(node) {
        if (node.name.name === 'style') {
          context.report({
            node,
            message: 'No style attribute: the content security policy blocks it. Use a class or an SVG attribute.',
          })
        }
      },
    }
  },
}

/** Whether a name is a function parameter, as `t` in `(t) => …`. */
function isParameter(node, name) {
  for (let at = node.parent; at; at = at.parent) {
    if (/Function/.test(at.type) && at.params.some((param) => param.type === 'Identifier' && param.name === name))
      return true
  }
  return false
}

/**
 * The call of a state setter in whose argument a node is, such as setError(t('…')); calls inside nested functions do
 * not count.
 */
function keeperOf(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (parent.type === 'ArrowFunctionExpression' && parent.body.type === 'BlockStatement') return undefined
    if (parent.type !== 'CallExpression' || parent.callee === at) continue
    if (parent.callee.type === 'Identifier' && /^(set[A-Z]|tell$)/.test(parent.callee.name)) return parent
  }
  return undefined
}

/** The constant that a name refers to in the functions around a node. */
function constant(name, from) {
  for (let at = from.parent; at; at = at.parent) {
    if (at.type !== 'BlockStatement') continue
    for (const statement of at.body)
      for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : [])
        if (id.type === 'Identifier' && id.name === name) return init
  }
  return undefined
}

function parts(node) {
  return Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string')
}

/** The nodes that can be the value of an expression: of a conditional, its branches but not its condition. */
function results(node) {
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : parts(node)
}

/** Whether a value is built with a `t` that is not a parameter of its own function. */
function madeByT(node) {
  if (/Function/.test(node.type) && node.params.some(({ name }) => name === 't')) return false
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 't') return true
  return results(node).some(madeByT)
}

/** The names used in a setter's argument, except those inside nested functions. */
function namesIn(node) {
  if (/Function/.test(node.type) && node.body.type === 'BlockStatement') return []
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'MemberExpression') return namesIn(node.object)
  if (node.type === 'Property') return namesIn(node.value)
  return results(node).flatMap(namesIn)
}

/** A translated text stored in state would stay in its language when the reader switches to the other. */
const noKeptSentence = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: 'A translated text in state does not follow the language: store a key or a code (useTold, useForm).',
      })
    return {
      CallExpression(node) {
        if (node.callee.type !== 'Identifier') return
        if (node.callee.name === 't' && !isParameter(node, 't') && keeperOf(node)) report(node)
        if (!/^(set(?!Timeout$|Interval$)[A-Z]|tell$)/.test(node.callee.name)) return
        for (const name of node.arguments.flatMap(namesIn)) {
          const value = constant(name, node)
          if (value && madeByT(value)) report(node)
        }
      },
      MemberExpression(node) {
        // The title of an API error: body.title, errors[0]?.title, fieldErrors(result)[0].title
        if (node.computed || node.property.name !== 'title') return
        const from = context.sourceCode.getText(node.object)
        if (/\bbody$|rrors?\b|\brefused$|\bproblem/.test(from) && keeperOf(node)) report(node)
      },
      Property(node) {
        // ({ field, title }) => [field, title]
        if (node.parent.type !== 'ObjectPattern' || node.key.name !== 'title') return
        if (keeperOf(node)) report(node)
      },
      TSTypeReference(node) {
        if (node.typeName.name !== 'SummaryError') return
        for (let at = node.parent; at; at = at.parent) {
          if (at.type === 'CallExpression' && at.callee.name === 'useState') return report(node)
        }
      },
    }
  },
}

export default {
  meta: { name: 'shanmen' },
  rules: {
    'import-directions': importDirections,
    'no-intl': noIntl,
    'no-style-attribute': noStyleAttribute,
    'no-kept-sentence': noKeptSentence,
  },
}
