import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { FindList } from './find-list.tsx'
import type { OpenArea } from './find-queries.ts'

const orders = { id: 'orders', icon: 'cart', name: 'Orders' } as const
const members = { id: 'members', icon: 'user', name: 'Members' } as const
const ritual: readonly OpenArea[] = [
  { id: 'ceremonies', icon: 'bell', name: 'Ceremonies' },
  { id: 'print', icon: 'print', name: 'Print room' },
]

const order = {
  id: 'o1',
  number: 'INV-2026-000007',
  paymentReference: '7KM4XQ2PHN',
  payer: 'Tan Mei Ling',
  payerChinese: '陈美玲',
  mobile: '+6591234567',
}
const member = { id: 'm1', name: 'Tan Mei Ling', chineseName: '陈美玲', mobile: '+6591234567', email: '' }

let asked: string[]
beforeEach(() => {
  serve({
    'GET /api/admin/order': [200, { items: [order] }],
    'GET /api/admin/member': [200, { items: [member] }],
    'GET /api/admin/ceremony/find': [200, { items: [] }],
  })
  asked = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url.split('?')[0]!)
    return answer(url, init)
  })
})

test('search finds a person with orders and as a member, and the keyboard opens a result', async () => {
  const gone = vi.fn<() => void>()
  showOffice(<FindList areas={[orders, members]} onGone={gone} />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Find a page, person, order …' }), 'mei ling')
  expect(await screen.findByText('2 found')).toBeVisible()
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/orders/o1', '/members?q=%2B6591234567'])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(links[1]).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(gone).toHaveBeenCalledOnce()
  expect(location.pathname).toBe('/orders/o1')
})

test('search requests only what the user’s roles allow, and finds office pages by name', async () => {
  showOffice(<FindList areas={ritual} onGone={() => {}} />)
  await userEvent.type(screen.getByRole('searchbox'), 'print')
  const pages = (await screen.findByRole('heading', { name: 'Pages of the office' })).parentElement!
  expect(within(pages).getByRole('link', { name: 'Print room' })).toHaveAttribute('href', '/print')
  await screen.findByText('1 found')
  expect(new Set(asked)).toEqual(new Set(['/api/admin/ceremony/find']))
})

test('search waits for a second Latin letter, but not after one Chinese character', async () => {
  showOffice(<FindList areas={[orders, members]} onGone={() => {}} />, 'zh')
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'q')
  expect(await screen.findByText('请至少输入两个字。')).toBeVisible()
  expect(asked).toEqual([])
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '陈')
  expect(await screen.findByRole('link', { name: /INV-2026-000007/ })).toBeVisible()
})

test('a failed search shows an error with a retry button', async () => {
  serve({ 'GET /api/admin/order': [500, { code: 'unexpected-error' }] })
  showOffice(<FindList areas={[orders]} onGone={() => {}} />)
  await userEvent.type(screen.getByRole('searchbox'), 'tan')
  expect(await screen.findByText('This could not be loaded')).toBeVisible()
})
