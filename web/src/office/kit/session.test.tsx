import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { keepIn } from '../../site/testing/kept-orders.ts'
import { SessionProvider, useOfficeSession, type StaffUser } from './session.tsx'

const lim = { id: 'lim', name: 'Lim', roles: ['treasurer'] } as unknown as StaffUser
const tan = { id: 'tan', name: 'Tan', roles: ['counter'] } as unknown as StaffUser

function Who() {
  const { user, logout, welcome } = useOfficeSession()
  return (
    <>
      <p>{user?.name ?? 'nobody'}</p>
      <button type="button" onClick={() => void logout()}>
        log out
      </button>
      <button type="button" onClick={() => welcome(tan)}>
        Tan’s password
      </button>
      <button type="button" onClick={() => welcome(lim)}>
        Lim’s password
      </button>
    </>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const press = (name: string) => () => userEvent.click(screen.getByRole('button', { name }))
const elsewhere = async () => void dispatchEvent(new StorageEvent('storage', { key: 'shanmen.ended' }))
const restore = async () => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

// How a session of the office ends × what the browser keeps of it.
it.each<[string, () => Promise<unknown>, { says?: StaffUser; shown: boolean; typed: boolean; orders: boolean }]>([
  ['log out', press('log out'), { shown: false, typed: false, orders: false }],
  ['log out in another tab', elsewhere, { shown: false, typed: false, orders: false }],
  ['nobody is there when the page is restored', restore, { shown: false, typed: true, orders: false }],
  [
    'somebody else is there when the page is restored',
    restore,
    { says: tan, shown: false, typed: false, orders: false },
  ],
  ['somebody else gives the password', press('Tan’s password'), { shown: false, typed: false, orders: false }],
  ['the same one gives the password again', press('Lim’s password'), { shown: true, typed: true, orders: true }],
  ['the same one is there when the page is restored', restore, { says: lim, shown: true, typed: true, orders: true }],
])('keeps of a session what is for whoever is there: %s', async (_, end, { says, shown, typed, orders }) => {
  let user: StaffUser | undefined = lim
  const ask = vi.fn<() => Promise<Response>>(async () => new Response(JSON.stringify({ user }), { status: 200 }))
  vi.stubGlobal('fetch', ask)
  const kept = keepIn({ of: 'lim' })
  const onEnd = vi.fn<() => void>()
  const client = new QueryClient()
  render(
    <LanguageProvider locale="en" messages={{}}>
      <QueryClientProvider client={client}>
        <SessionProvider onEnd={onEnd}>
          <Who />
        </SessionProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await screen.findByText('Lim')
  client.setQueryData(['orders'], ['INV-2026-000001'])
  sessionStorage.setItem('shanmen.office.answer.one', '{"text":"有的"}')
  user = says
  const calls = ask.mock.calls.length
  await end()
  await waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(end === restore ? calls : calls - 1))
  await waitFor(() => expect(client.getQueryData(['orders']) !== undefined).toBe(shown))
  await waitFor(() => expect(kept() !== undefined).toBe(orders))
  expect(sessionStorage.getItem('shanmen.office.answer.one') !== null).toBe(typed)
  expect(onEnd.mock.calls.length > 0).toBe(!typed)
})
