/** Removes the escape from a character of a class name, which style sheets write as \3a or \: */
function plain(_, code, sign) {
  return code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign
}

/** The names of all classes that have a rule in a style sheet. */
export function classesIn(css) {
  const names = css.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi)
  return new Set(Array.from(names, ([, name]) => name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, plain)))
}

/** Class names that only mark an element for others (group-hover, peer-checked) have no rule of their own. */
const marker = /^(group|peer)(\/.+)?$/

/** Functions that return classes but whose first argument is not one: a button's kind, or the text to fit. */
const firstIsNoClass = new Set(['buttonClass', 'fitting'])

/** Marks the position of an expression in a template literal; a word next to it is known only in part. */
const gap = '\u0000'

function children(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string')
}

function each(node, visit) {
  visit(node)
  for (const child of children(node)) each(child, visit)
}

/** The values of a program's constants, by name. */
function constantsOf(program) {
  const found = new Map()
  const add = (name, node) => found.set(name, [...(found.get(name) ?? []), node])
  each(program, (node) => {
    if (node.type === 'AssignmentPattern' && node.left.type === 'Identifier') add(node.left.name, node.right)
    if (node.type !== 'VariableDeclarator' || !node.init) return
    if (node.id.type === 'Identifier') add(node.id.name, node.init)
    // const { box, tone } = looks[kind]
    if (node.id.type !== 'ObjectPattern') return
    for (const { key, value, computed } of node.id.properties)
      if (key?.name && value.type === 'Identifier' && !computed)
        add(value.name, { type: 'MemberExpression', object: node.init, property: key, computed: false })
  })
  return found
}

/** All texts that an expression can evaluate to, with the node in which each is written. */
function texts(node, names, seen = new Set()) {
  if (!node || seen.has(node)) return []
  seen.add(node)
  const of = (part) => texts(part, names, seen)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : []
    case 'TemplateLiteral':
      return [
        { node, text: node.quasis.map(({ value }) => value.cooked).join(gap) },
        ...node.expressions.flatMap((expression) => of(expression)),
      ]
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : of(node.left)), ...of(node.right)]
    case 'CallExpression':
      // The object of a method call counts too: [a, b].join(' ')
      return [
        ...(node.callee.type === 'MemberExpression' ? of(node.callee.object) : []),
        ...node.arguments.slice(firstIsNoClass.has(node.callee.name) ? 1 : 0).flatMap(of),
      ]
    case 'Identifier':
      return (names.get(node.name) ?? []).flatMap(of)
    case 'MemberExpression':
      return values(node, names).flatMap(of)
    case 'ObjectExpression':
    case 'BinaryExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return []
    default:
      return children(node).flatMap(of)
  }
}

/** The nodes that `a.b` or `a[b]` can refer to, where `a` is an object or array of the same file. */
function values(node, names) {
  return objects(node.object, names).flatMap((object) =>
    object.type === 'ArrayExpression'
      ? object.elements
      : object.properties
          .filter(({ key }) => node.computed || (key && (key.name ?? key.value) === node.property.name))
          .map(({ value }) => value),
  )
}

function objects(node, names) {
  if (!node) return []
  if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return [node]
  if (/^TS(As|Satisfies|NonNull)/.test(node.type)) return objects(node.expression, names)
  if (node.type === 'Identifier') return (names.get(node.name) ?? []).flatMap((init) => objects(init, names))
  if (node.type === 'MemberExpression') return values(node, names).flatMap((value) => objects(value, names))
  return []
}

/**
 * Whether a string outside a class attribute is a list of classes, as in a table of looks: most of its words are known
 * classes.
 */
function readsAsClasses(text, known) {
  const words = text.split(/\s+/).filter(Boolean)
  return words.length > 1 && words.filter((word) => known.has(word)).length * 2 > words.length
}

/** The classes that files use but that have no rule in the style sheet, with their lines. */
export function unknownClasses(files, known) {
  return files.flatMap(({ path, text, program }) => {
    const names = constantsOf(program)
    const found = new Map()
    const check = (said) => {
      for (const word of said.text.split(/\s+/))
        if (word && !word.includes(gap) && !known.has(word) && !marker.test(word))
          found.set(`${said.node.start} ${word}`, { path, name: word, line: lineOf(text, said.node.start) })
    }
    each(program, (node) => {
      if (node.type === 'JSXAttribute' && /class(name)?$/i.test(node.name.name)) texts(node.value, names).forEach(check)
      // function buttonClass(kind) { return `btn ${looks[kind]}` }
      if (node.type === 'FunctionDeclaration' && /class$/i.test(node.id?.name))
        each(node.body, (part) => part.type === 'ReturnStatement' && texts(part.argument, names).forEach(check))
      if (node.type === 'CallExpression' && node.callee.name === 'buttonClass') texts(node, names).forEach(check)
      const said = node.type === 'Literal' || node.type === 'TemplateLiteral' ? texts(node, new Map())[0] : undefined
      if (said && readsAsClasses(said.text, known)) check(said)
    })
    return [...found.values()]
  })
}

function lineOf(text, at) {
  return text.slice(0, at).split('\n').length
}
