import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isBot } from './bot.ts'

const agents: { programs: string[]; people: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../internal/platform/httpd/testdata/user-agents.json'), 'utf8'),
)

it.each(agents.programs)('detects a bot: %s', (agent) => {
  expect(isBot(agent)).toBe(true)
})

it.each(agents.people)('does not take a browser for a bot: %s', (agent) => {
  expect(isBot(agent)).toBe(false)
})
