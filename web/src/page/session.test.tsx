import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import { SessionProvider, useSession } from './session.tsx'

function Leave() {
  const { status, user, cartCount, logout } = useSession()
  return (
    <button type="button" onClick={() => void logout()}>
      {`${status} ${user?.name ?? 'nobody'} ${cartCount}`}
    </button>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A member with a cart, an order that was looked at, and half a form; the server answers the end of the session so. */
function member(end: { status: number; body: unknown }): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['session'], { user: { name: 'Bee Leng', roles: [] }, cart: { count: 2 } })
  client.setQueryData(['cart'], { status: 'ready' })
  client.setQueryData(['page', '/member/profile/invoices'], { data: { items: ['INV-2026-000001'] } })
  sessionStorage.setItem('shanmen.draft.light-lamp', '{"name":"陈美玲"}')
  sessionStorage.setItem('shanmen.reset', '{"identifier":"91234567"}')
  sessionStorage.setItem('shanmen.scroll', '{}')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(end.body), { status: end.status }))
  render(
    <LanguageProvider locale="en" messages={{}}>
      <QueryClientProvider client={client}>
        <SessionProvider>
          <Leave />
        </SessionProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
  return client
}

it('leaves nothing of a member in the browser when the session ends', async () => {
  const client = member({ status: 200, body: { loggedOut: true } })
  await userEvent.click(screen.getByRole('button', { name: 'member Bee Leng 2' }))
  expect(await screen.findByRole('button', { name: 'guest nobody 0' })).toBeInTheDocument()
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]),
  ).toEqual(['session'])
  expect(Object.keys(sessionStorage)).toEqual(['shanmen.scroll'])
})

it('keeps everything when the session could not be ended', async () => {
  const client = member({ status: 500, body: { code: 'internal', title: '' } })
  await userEvent.click(screen.getByRole('button', { name: 'member Bee Leng 2' }))
  expect(screen.getByRole('button', { name: 'member Bee Leng 2' })).toBeInTheDocument()
  expect(client.getQueryData(['cart'])).toBeDefined()
})
