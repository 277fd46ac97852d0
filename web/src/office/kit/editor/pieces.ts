/** A part of a text with its position: plain words, or the name of a placeholder. */
export type Piece = { at: number } & ({ text: string } | { name: string })

/** Splits a text at its placeholders, such as {count}; with `known`, only at these. */
export function piecesOf(text: string, known?: readonly string[]): Piece[] {
  return [...text.matchAll(/\{(\w+)\}|[^{]+|\{/g)].map(({ 0: piece, 1: name, index: at }) =>
    name === undefined || (known && !known.includes(piece)) ? { at, text: piece } : { at, name },
  )
}

/**
 * The required placeholders that a text lacks, in order, without braces. Those filled from the temple's settings may be
 * left out (`locale.CheckEdit`).
 */
export function namesMissing(text: string, names: readonly string[]): string[] {
  return names.filter((name) => !text.includes(name) && !name.startsWith('{temple')).map((name) => name.slice(1, -1))
}

/** Unknown names in braces, each once with its braces; also unmatched braces. */
export function namesUnknown(text: string, names: readonly string[]): string[] {
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text)
  return [...new Set([...rest.matchAll(/\{[^{}\n]{0,40}\}|[{}]/g)].map(([piece]) => piece))]
}

const times = (name: string, within: string) => within.split(name).length - 1

/** The placeholders that occur more often than in the built-in text, without braces. */
export function namesDoubled(text: string, own: string, names: readonly string[]): string[] {
  return names.filter((name) => times(name, text) > Math.max(1, times(name, own))).map((name) => name.slice(1, -1))
}

const examples: Record<string, { en: string; zh: string }> = {
  amount: { en: 'S$88.00', zh: 'S$88.00' },
  before: { en: 'S$38.00', zh: 'S$38.00' },
  ceremony: { en: 'Great Compassion Repentance', zh: '大悲忏法会' },
  code: { en: '482913', zh: '482913' },
  count: { en: '3', zh: '3' },
  date: { en: '3 Feb 2027', zh: '2027年2月3日' },
  day: { en: 'Wednesday', zh: '星期三' },
  host: { en: 'temple.example', zh: 'temple.example' },
  how: { en: 'by PayNow', zh: 'PayNow' },
  last: { en: '17 Feb 2027', zh: '2027年2月17日' },
  link: { en: 'temple.example/r/7Kx9', zh: 'temple.example/r/7Kx9' },
  max: { en: '200', zh: '200' },
  min: { en: '2', zh: '2' },
  name: { en: 'Tan Mei Ling', zh: '陈美玲' },
  number: { en: 'INV-2027-000123', zh: 'INV-2027-000123' },
  old: { en: 'B-204', zh: 'B-204' },
  path: { en: 'temple.example/r/7Kx9', zh: 'temple.example/r/7Kx9' },
  price: { en: 'S$88.00', zh: 'S$88.00' },
  reason: { en: 'The screenshot is not clear.', zh: '截图不清楚。' },
  receipt: { en: 'OR-2027-000098', zh: 'OR-2027-000098' },
  received: { en: 'S$38.00', zh: 'S$38.00' },
  reference: { en: 'SM7K3P', zh: 'SM7K3P' },
  rest: { en: 'S$50.00', zh: 'S$50.00' },
  time: { en: '11:20 am', zh: '上午11:20' },
  title: { en: 'Blessing lamp', zh: '光明灯' },
  until: { en: '11:20 am', zh: '上午11:20' },
}

/**
 * The text as it could read: with the temple's settings, and an example for each other placeholder; one without an
 * example stays.
 */
export function exampleOf(
  text: string,
  language: 'en' | 'zh',
  one = false,
  fills: Record<string, string> = {},
): string {
  return piecesOf(text)
    .map((piece) => {
      if ('text' in piece) return piece.text
      if (piece.name === 'count' && one) return '1'
      return fills[piece.name] ?? examples[piece.name]?.[language] ?? `‹${piece.name}›`
    })
    .join('')
}
