import { closeQuietly } from './office.ts'
import { Program } from './program.ts'
import { test } from './test.ts'

/**
 * Gives the tests of a file, or of a part of it, their own temple: they run in order, in one worker. It starts as the
 * demonstration, without data of other files, and with what `prepare` creates. `settings` may start what it uses.
 */
export function ownTemple(
  prepare?: (program: Program) => Promise<void>,
  settings: Record<string, string> | (() => Promise<Record<string, string>>) = {},
) {
  let program: Program | undefined
  const temple = () => {
    if (!program) throw new Error('the temple exists only while a test runs')
    return program
  }
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    const own = typeof settings === 'function' ? await settings() : settings
    program = await Program.start('sqlite', '127.0.0.1', undefined, own)
    await prepare?.(program)
  })
  // Open pages would go on sending requests.
  test.afterEach(async ({ browser }, { status, expectedStatus }) => {
    if (status === expectedStatus) await Promise.all(browser.contexts().map(closeQuietly))
  })
  test.afterAll(() => program?.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
  test.use({ baseURL: ({}, use) => use(program?.url) })
  return temple
}
