import { closeQuietly } from './office.ts'
import { Program } from './program.ts'
import { test } from './test.ts'

/**
 * A temple of their own for the tests of a file, or of a part of it: they run one after another, in one worker. It begins
 * as the demonstration does, with none of what other files leave behind, and with what `prepare` makes.
 */
export function ownTemple(prepare?: (program: Program) => Promise<void>, settings: Record<string, string> = {}) {
  let program: Program | undefined
  const temple = () => {
    if (!program) throw new Error('the temple is there while a test runs')
    return program
  }
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    program = await Program.start('sqlite', '127.0.0.1', undefined, settings)
    await prepare?.(program)
  })
  // Pages that stay open would go on asking.
  test.afterEach(async ({ browser }, { status, expectedStatus }) => {
    if (status === expectedStatus) await Promise.all(browser.contexts().map(closeQuietly))
  })
  test.afterAll(() => program?.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs there
  test.use({ baseURL: ({}, use) => use(program?.url) })
  return temple
}
