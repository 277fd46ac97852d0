// Allowed although rarely printable: radicals, strokes, description characters, circles for 〇, and a box for a
// character that could not be typed.
const kept = /[\u2e80-\u2fff\u31c0-\u31ef○◯□]/u
const signs = /[<>\u203c\u2049\u2190-\u21ff]|\u20e3|[\u{1f3fb}-\u{1f3ff}]|(?=[\u{2000}-\u{10ffff}])\p{So}/u

/** The characters of a name that cannot be printed, each once; internal/base/writing has the same rule. */
export function unprintable(name: string): string {
  return [...new Set(name)].filter((char) => signs.test(char) && !kept.test(char)).join('')
}
