import { makeT } from '../../i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { StaffPage } from './staff-page.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const person = (id: string, name: string, totp: boolean, passkeys = 0) => ({
  id,
  name,
  chineseName: '',
  email: `${id}@temple.example`,
  mobile: '',
  roles: ['treasurer'],
  active: true,
  totp,
  passkeys,
  invited: false,
  member: false,
})

// jsdom's dialogs cannot be opened.
function showModal(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}
beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))
afterEach(() => vi.unstubAllGlobals())

it('a colleague’s login is reset after confirmation; accounts without login data and one’s own cannot be reset', async () => {
  const calls: string[] = []
  const staff = [person('me', 'Me', true), person('lim', 'Lim', true, 1), person('ong', 'Ong', false)]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url.split('?')[0]}`)
    return new Response(JSON.stringify(init.method === 'GET' ? { staff } : { reset: true }), { status: 200 })
  })
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>
        <StaffPage user={{ id: 'me' }} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  expect(await screen.findByText(t('staff.none'))).toBeVisible()
  expect(screen.getByText('Two-step sign-in: authenticator app · 1 passkey')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Disable/ })).toHaveLength(2)
  const buttons = screen.getAllByRole('button', { name: /^Reset two-step sign-in/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Reset two-step sign-in Lim'])
  await userEvent.click(screen.getByRole('button', { name: /^Reset two-step sign-in/ }))
  const dialog = within(screen.getByRole('dialog'))
  expect(calls).toEqual(['GET /api/admin/staff'])
  await userEvent.click(dialog.getByRole('button', { name: t('staff.staff-reset') }))
  await vi.waitFor(() =>
    expect(calls).toEqual(['GET /api/admin/staff', 'POST /api/admin/staff/lim/reset-factor', 'GET /api/admin/staff']),
  )
})

it('shows all errors of a new account at once, and focuses the first', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init.method ?? '')
    return new Response(JSON.stringify({ staff: [] }), { status: 200 })
  })
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>
        <StaffPage user={{ id: 'me' }} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: t('staff.add') }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: t('staff.add-do') }))
  const needed = { description: new RegExp(t('fault.required')) }
  const name = dialog.getByRole('textbox', { name: t('office.field.name'), ...needed })
  expect(name).toHaveFocus()
  expect(dialog.getByRole('textbox', { name: t('member.email'), ...needed })).toBeVisible()
  expect(dialog.getByRole('group', { name: t('staff.roles-legend'), ...needed })).toBeVisible()
  expect(dialog.getAllByText(t('fault.required'))).toHaveLength(3)
  await userEvent.type(name, 'Lim')
  await userEvent.type(dialog.getByRole('textbox', { name: t('member.email') }), 'lim@example.org')
  await userEvent.click(dialog.getByRole('button', { name: t('staff.add-do') }))
  expect(dialog.getAllByText(t('fault.required'))).toHaveLength(1)
  expect(dialog.getAllByRole('checkbox')[0]).toHaveFocus()
  expect(sent).toEqual(['GET'])
})

it('creates one account, even when resent after a lost answer', async () => {
  const sent: { key: string | null; body: unknown }[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method === 'GET') return new Response(JSON.stringify({ staff: [] }), { status: 200 })
    sent.push({ key: new Headers(init.headers).get('Idempotency-Key'), body: init.body })
    if (sent.length === 1) throw new TypeError('the network is gone')
    return new Response(JSON.stringify({ code: 'email-taken', title: 'This address is taken.' }), { status: 400 })
  })
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient()}>
        <StaffPage user={{ id: 'me' }} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: t('staff.add') }))
  const dialog = within(screen.getByRole('dialog'))
  const press = () => userEvent.click(dialog.getByRole('button', { name: t('staff.add-do') }))
  await userEvent.type(dialog.getByRole('textbox', { name: t('office.field.name') }), 'Tan')
  await userEvent.type(dialog.getByRole('textbox', { name: t('member.email') }), 'tan@temple.example')
  await userEvent.click(dialog.getByRole('checkbox', { name: new RegExp(t('office.role-counter')) }))
  await press()
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce()) // no answer
  vi.mocked(console.error).mockClear()
  await press()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
  // A corrected form is a new request.
  await userEvent.type(dialog.getByRole('textbox', { name: t('office.field.name') }), ' Ah Kow')
  await press()
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.key).not.toBe(sent[1]?.key)
})
