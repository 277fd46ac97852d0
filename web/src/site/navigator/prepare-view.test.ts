import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SessionCache } from '../session/session-cache.ts'
import { samplePage } from '../testing/samples.ts'
import { prepareView, rememberSite } from './prepare-view.ts'

const agents: { programs: string[]; people: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../internal/platform/httpd/testdata/user-agents.json'), 'utf8'),
)

const { site } = samplePage({ id: 'home', path: '/' })

afterEach(() => vi.unstubAllGlobals())

/** The result of opening a page whose data the server cannot provide. */
async function comesTo(path: string, agent: string) {
  const said = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  vi.stubGlobal(
    'fetch',
    async (asked: string) => new Response('{}', { status: asked.includes('messages.json') ? 200 : 500 }),
  )
  rememberSite('en', site)
  const prepared = await prepareView(new SessionCache(), new URL(path, 'https://temple.example'))
  said.mockRestore()
  expect(console.error).toHaveBeenCalled()
  // A parallel request may fail a moment later.
  await new Promise((later) => setTimeout(later, 20))
  vi.mocked(console.error).mockClear()
  vi.mocked(console.warn).mockClear()
  return prepared?.route.id
}

describe.each(['/event', '/member/profile', '/about-us/history'])('the error page for %s', (path) => {
  it.each(agents.programs)('the error page is not shown to a bot that runs scripts: %s', async (agent) => {
    expect(await comesTo(path, agent)).toBeUndefined()
  })

  it.each(agents.people)('the error page is shown to a person: %s', async (agent) => {
    expect(await comesTo(path, agent)).toBe('error')
  })
})
