import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { sessionSlot } from '../session/session-store.ts'
import { SessionProvider } from '../session/session.tsx'
import { SessionCacheContext } from '../session/session-cache-context.ts'
import { SessionCache } from '../session/session-cache.ts'
import { TextSize } from './text-size.tsx'
import { messages } from '../testing/show-page.tsx'

/** Mocks the server for a member with a chosen size, or a guest; returns what was sent. */
function server(kept?: number) {
  const told: unknown[] = []
  let size = kept
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '') as { textSize: number }
      told.push(body)
      size = body.textSize
    }
    return new Response(
      JSON.stringify(size === undefined ? {} : { user: { name: 'Bee Leng', roles: [], textSize: size } }),
    )
  })
  return told
}

function show(cache = new SessionCache()) {
  return render(
    <SessionCacheContext value={cache}>
      <LanguageProvider locale="en" messages={messages.en}>
        <SessionProvider>
          <TextSize />
        </SessionProvider>
      </LanguageProvider>
    </SessionCacheContext>,
  )
}

const shown = () => document.documentElement.dataset.size
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name, pressed: false }))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete document.documentElement.dataset.size
})

describe('the text size', () => {
  it('a guest’s text size is stored on this device', async () => {
    const told = server()
    show()
    await choose('Large text')
    expect([shown(), localStorage.getItem('shanmen.size')]).toEqual(['2', '2'])
    expect(told).toEqual([])
  })

  it('a member’s text size is applied on this device', async () => {
    server(3)
    show()
    await waitFor(() => expect(shown()).toBe('3'))
    expect(localStorage.getItem('shanmen.size')).toBe('3')
  })

  it('a text size chosen by a member is saved with the account, and kept on the next pages', async () => {
    const told = server(2)
    const cache = new SessionCache()
    const first = show(cache)
    await waitFor(() => expect(shown()).toBe('2'))
    await choose('Largest text')
    await waitFor(() => expect(told).toEqual([{ textSize: 3 }]))
    await waitFor(() => expect(cache.read(sessionSlot).answer?.user?.textSize).toBe(3))
    first.unmount()
    show(cache)
    expect(await screen.findByRole('button', { name: 'Largest text', pressed: true })).toBeInTheDocument()
    expect(shown()).toBe('3')
  })
})
