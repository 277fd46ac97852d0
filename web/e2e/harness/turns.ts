import { relative, resolve } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Locale } from './words.ts'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Which half of a spec's repetitions is due, alternating from landing to landing, or `undefined` if all are. `make
 * test-browser` sets `WHOLE` to the specs that run whole (all of them, except in CI), and `TURN` to the number of commits.
 */
export function halfDue(file: string): 0 | 1 | undefined {
  const path = relative(root, file)
  if (env.WHOLE?.split('\n').includes(path) ?? true) return undefined
  const sum = [...path].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), Number(env.TURN))
  return sum % 2 === 0 ? 0 : 1
}

/** The languages of a spec's tests that are due, given its `import.meta.url`. */
export function languages(url: string): Locale[] {
  const both: Locale[] = ['en', 'zh']
  const half = halfDue(fileURLToPath(url))
  return half === undefined ? both : both.slice(half, half + 1)
}
