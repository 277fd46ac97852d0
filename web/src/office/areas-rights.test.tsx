import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { expectAnswers } from '../api/client.ts'
import { messages } from '../site/testing/show-page.tsx'
import { answers } from './answers.gen.ts'
import { areas } from './areas.ts'
import { OfficeApp } from './office-app.tsx'

/** Who may make a call, by its method and address; an administrator may make every one of the office. */
const rights = readFileSync(resolve(import.meta.dirname, '../../../testdata/rights.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', right = ''] = line.split(' ')
    return { call: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), right }
  })

function may(role: string, call: string): boolean {
  const right = rights.find((one) => one.call.test(call))?.right ?? ''
  return !right.startsWith('staff:') ? right !== '' : role === 'admin' || right.slice(6).split(',').includes(role)
}

// The next test must not receive late calls of this page.
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

afterAll(() => {
  vi.unstubAllGlobals()
})

it.each(areas.flatMap(({ id, roles }) => roles.map((role) => [id, role] as const)))(
  '%s opens with calls that the role %s may make',
  async (id, role) => {
    expectAnswers(answers)
    const calls = new Set<string>()
    const user = { id: 'u', name: 'Tan', roles: [role], locale: 'en', textSize: 0, email: '', mobile: '' }
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const path = url.split('?')[0] ?? ''
      if (path.startsWith('/api/')) calls.add(`${init?.method ?? 'GET'} ${path}`)
      return new Response(path.startsWith('/api/_auth/session') ? JSON.stringify({ user }) : '{}')
    })
    history.replaceState(null, '', `/admin/${id}`)
    render(<OfficeApp first={{ locale: 'en', messages: messages.en }} />)
    const ask = id === 'counter' || id === 'members' // these ask for nothing before one has typed
    await (ask
      ? screen.findAllByRole('heading', { level: 1 })
      : screen.findAllByText(messages.en['office.failed-answer'] ?? ''))
    expect([...calls].filter((call) => !may(role, call))).toEqual([])
    expect(calls.size).toBeGreaterThan(1)
  },
)
