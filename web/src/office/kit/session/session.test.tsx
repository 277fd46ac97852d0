import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepIn } from '../../../site/testing/kept-orders.ts'
import { answerSession, elsewhere, press, restore, showSession, Who } from '../../../site/testing/show-session.tsx'
import { SessionProvider, useOfficeSession, type StaffUser } from './session.tsx'

const lim = { id: 'lim', name: 'Lim', roles: ['treasurer'] } as unknown as StaffUser
const tan = { id: 'tan', name: 'Tan', roles: ['counter'] } as unknown as StaffUser

function Desk() {
  const { user, logout, welcome } = useOfficeSession()
  const acts = { 'log out': logout, 'Tan’s password': () => welcome(tan), 'Lim’s password': () => welcome(lim) }
  return <Who user={user} acts={acts} />
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

// How an office session ends × what the browser keeps of it.
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
])('keeps, of the previous session, only what is not personal: %s', async (_, end, { says, shown, typed, orders }) => {
  let user: StaffUser | undefined = lim
  const ask = answerSession(() => ({ user }))
  const kept = keepIn({ of: 'lim' })
  const onEnd = vi.fn<() => void>()
  const client = new QueryClient()
  showSession(
    <QueryClientProvider client={client}>
      <SessionProvider onEnd={onEnd}>
        <Desk />
      </SessionProvider>
    </QueryClientProvider>,
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
