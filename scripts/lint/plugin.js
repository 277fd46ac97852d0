// The house rules of web/src that no lint rule of the shelf knows. docs/web.md explains them.
import { dirname, join, relative, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../../web/src')

/** What each folder of web/src may import, beside itself. What is not named here is refused. */
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

/** Areas of the office that are built on another one: the express counter takes cash as the counter does. */
const builtOn = { 'walk-in': ['counter'], counter: ['shift'] }

/** What stands below pages and features, from one of its layers down. */
function commonOf(top) {
  const all = ['forms', 'ui', 'api', 'i18n', 'domain', 'lib']
  return all.slice(all.indexOf(top))
}

/** The generated route table and its type are read by router and navigator alone. */
const table = /^site[\\/]router[\\/](routes\.gen|route-type)\b/

/** The messages of both languages, of which i18n reads the keys as types. */
const messages = join('..', '..', 'locales')

/** What stands on the printed tablets, which pages show beforehand. */
const tablets = join('..', '..', 'internal', 'rites', 'tablet', 'sheets.json')

/** Where a file of web/src belongs: ['features', 'cart'], ['area', 'orders'], ['ui'], or [] for the entries at the top. */
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
  if (from === undefined) return undefined // an entry wires everything
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
          context.report({ node, message: `Wrong direction: domain is plain TypeScript, without ${path}.` })
        return
      }
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

/**
 * The render engine has no Intl, and its toLocale methods ignore locale and zone without an error. The office is never
 * rendered there and may use Intl; the machine's own time and language are wrong everywhere.
 */
const noIntl = {
  create(context) {
    return {
      Identifier(node) {
        if (node.name === 'Intl' && !['area', 'kit', 'office'].includes(place(context.filename)[0])) {
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

/** The function a name of the source is given its value by, as in `t` of `(t) => …`. */
function isParameter(node, name) {
  for (let at = node.parent; at; at = at.parent) {
    if (/Function/.test(at.type) && at.params.some((param) => param.type === 'Identifier' && param.name === name))
      return true
  }
  return false
}

/** The call of a state's setter that a node is an argument of, such as setError(t('…')); acts inside do not count. */
function keeperOf(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (parent.type === 'ArrowFunctionExpression' && parent.body.type === 'BlockStatement') return undefined
    if (parent.type !== 'CallExpression' || parent.callee === at) continue
    if (parent.callee.type === 'Identifier' && /^(set[A-Z]|tell$)/.test(parent.callee.name)) return parent
  }
  return undefined
}

/** The constant that a name stands for in the functions around a node. */
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

/** The condition of a choice only chooses. */
function results(node) {
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : parts(node)
}

/** Whether a value is made with a `t` that is not its own parameter. */
function madeByT(node) {
  if (/Function/.test(node.type) && node.params.some(({ name }) => name === 't')) return false
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 't') return true
  return results(node).some(madeByT)
}

/** The names in what a setter is given, but for those of acts inside. */
function namesIn(node) {
  if (/Function/.test(node.type) && node.body.type === 'BlockStatement') return []
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'MemberExpression') return namesIn(node.object)
  if (node.type === 'Property') return namesIn(node.value)
  return results(node).flatMap(namesIn)
}

/** A sentence that is kept stays in its language when the reader chooses the other. */
const noKeptSentence = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: 'A kept sentence does not follow the language: keep a key or a code (useTold, useForm).',
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
        // The title of a refusal: body.title, errors[0]?.title, fieldErrors(result)[0].title
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
