import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Locale } from './words.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The specs that run in every landing, because they walk what most people use: all others alternate in CI. */
const always =
  /\/(a11y|accounts?|bank|cart|cash|desk|everybody|guards|journey(-postgres)?|keyboard|layout|locale|months|offerings|offline|provider|public-pages|races|screen-reader|taps|trouble|upload)\.spec\.ts$/

/**
 * Which half of a file's work is due, alternating from landing to landing, or `undefined` if all is. `make test-browser`
 * sets `WHOLE` to the specs that run whole (all of them, except in CI), and `TURN` to the number of commits.
 */
function halfOf(file: string): 0 | 1 | undefined {
  const path = relative(root, file)
  if (env.WHOLE?.split('\n').includes(path) ?? true) return undefined
  const sum = [...path].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), Number(env.TURN))
  return sum % 2 === 0 ? 0 : 1
}

/** The specs of a folder whose turn it is not. */
export const notDue = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.spec.ts') && !always.test(file) && halfOf(file) === 1)

/** Which half of the repetitions within a spec is due: other languages, and axe. A spec that alternates runs whole. */
export const halfDue = (file: string): 0 | 1 | undefined => (always.test(file) ? halfOf(file) : undefined)

/** The languages of a spec's tests that are due, given its `import.meta.url`. */
export function languages(url: string): Locale[] {
  const both: Locale[] = ['en', 'zh']
  const half = halfDue(fileURLToPath(url))
  return half === undefined ? both : both.slice(half, half + 1)
}
