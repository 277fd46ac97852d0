import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { messages } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { AddressesPage } from './addresses-page.tsx'

const lamp = {
  path: '/lamp',
  target: '/blessing-service/light-lamp',
  title: 'Light a lamp',
  external: false,
  status: 302,
  active: true,
  unfit: false,
  why: 'On the posters',
  times: 1480,
  changedAt: '2026-11-21T04:00:00Z',
}
const missing = [
  { path: '/our-story', times: 41, robot: false, perhaps: { path: '/about-us/history', title: 'Our history' } },
  { path: '/wp-login.php', times: 9, robot: true },
]

let sent: { call: string; body: unknown }[] = []
let answer: [number, unknown] = [200, lamp]

beforeEach(() => {
  sent = []
  answer = [200, lamp]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.split('?')[0]}`
    if (init.method !== 'GET') {
      sent.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
      return new Response(JSON.stringify(answer[1]), { status: answer[0] })
    }
    if (call.endsWith('/try')) {
      const tried = {
        steps: ['/zh/供灯', '/zh/lamp', '/zh/blessing-service/light-lamp'],
        outcome: 'moved',
        lost: false,
        title: '光明灯',
        external: false,
        status: 302,
      }
      return new Response(JSON.stringify(tried), { status: 200 })
    }
    const items = call.endsWith('/missing') ? missing : call.endsWith('/place') ? [] : [lamp]
    return new Response(JSON.stringify({ items, total: 1, more: false }), { status: 200 })
  })
})

function show(locale: 'en' | 'zh' = 'en') {
  const at = memoryLocation({ path: '/addresses' })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <AddressesPage />
    </Router>,
    locale,
  )
}

it('creates an old address from a requested address that was not found', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Redirect there' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('textbox', { name: /^Old address/ })).toHaveValue('/our-story')
  expect(dialog.getByRole('combobox', { name: /^Leads to/ })).toHaveValue('/about-us/history')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'PUT /api/admin/old-address',
        body: { path: '/our-story', target: '/about-us/history', status: 301, active: true, why: '' },
      },
    ]),
  )
  expect(screen.getByText('a robot; nothing to do')).toBeVisible()
})

it('keeps what was typed when it is refused, with the reason at the field', async () => {
  answer = [
    400,
    {
      code: 'invalid-fields',
      title: '',
      errors: [{ field: 'target', code: 'redirect-nowhere', title: messages.en['fault.redirect-nowhere'] }],
    },
  ]
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Add an old address' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Old address/ }), '/old')
  const target = dialog.getByRole('combobox', { name: /^Leads to/ })
  await userEvent.type(target, '/nowhere')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(target).toHaveAccessibleDescription(/site has no such page/))
  expect(target).toHaveValue('/nowhere')
  expect(target).toHaveFocus()
})

it('removes an old address and restores it', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: '/lamp' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const { path, target, status, active, why } = lamp
  await waitFor(() =>
    expect(sent).toEqual([
      { call: 'POST /api/admin/old-address/take-away', body: { path, seen: lamp.changedAt } },
      { call: 'PUT /api/admin/old-address', body: { path, target, status, active, why } },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

it('shows each redirect of an address, in Chinese too', async () => {
  show('zh')
  await userEvent.type(screen.getByRole('textbox', { name: messages.zh['addresses.try'] }), '/zh/供灯')
  await userEvent.click(screen.getByRole('button', { name: messages.zh['addresses.try-do'] }))
  expect(await screen.findByText('/zh/lamp')).toBeVisible()
  expect(screen.getByText('光明灯')).toBeVisible()
  expect(screen.getByText(messages.zh['addresses.try-moved-302'] ?? '')).toBeVisible()
})

it('lists the invalid rows of an imported sheet', async () => {
  answer = [200, { made: 0, same: 0, problems: [{ line: 2, field: 'target', code: 'redirect-nowhere' }] }]
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Import several' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), '/a,/event\n/b,/nowhere')
  await userEvent.click(dialog.getByRole('button', { name: 'Import them' }))
  expect(await dialog.findByText('Line 2')).toBeVisible()
  expect(dialog.getByRole('textbox')).toHaveValue('/a,/event\n/b,/nowhere')
})
