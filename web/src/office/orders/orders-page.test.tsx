import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { OrdersPage } from './orders-page.tsx'

const row = {
  id: 'v1',
  number: 'INV-2026-000023',
  paymentReference: 'KVFATJX27Q',
  status: 'paid',
  payer: 'Tan Bee Leng',
  payerChinese: '',
  mobile: '',
  subTotal: 8800,
  due: 0,
  createdAt: '2026-11-21T04:00:00Z',
  ordered: [],
}
const clerk = (...roles: string[]) => ({ id: 'u', name: 'Lim', roles }) as unknown as StaffUser
const at = () => window.location.search

beforeEach(() => {
  window.history.replaceState(null, '', '/orders?show=paid&method=cash')
  serve({
    'GET /api/admin/order': [200, { items: [row], total: 1, more: false }],
    'GET /api/admin/order/count': [
      200,
      {
        items: [
          { show: 'all', total: 10_000, more: true },
          { show: 'paid', total: 1234, more: false },
        ],
      },
    ],
  })
})
afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('the list of orders in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const head = (key: 'office.field.amount' | 'orders.made') =>
    screen.getByRole('columnheader', { name: new RegExp(t(key)) })

  const press = (key: 'office.field.amount' | 'orders.made') =>
    userEvent.click(screen.getByRole('button', { name: t(key) }))

  it('the orders list is sorted by its column headings; the URL keeps sort and filters', async () => {
    showOffice(<OrdersPage user={clerk('counter')} areas={[]} id="" />, locale)
    await screen.findByText(row.number)
    expect(head('orders.made')).toHaveAttribute('aria-sort', 'descending')
    expect(head('office.field.amount')).not.toHaveAttribute('aria-sort')
    await press('office.field.amount')
    expect(at()).toBe('?show=paid&sort=most&method=cash')
    expect(head('office.field.amount')).toHaveAttribute('aria-sort', 'descending')
    await press('office.field.amount')
    expect(at()).toBe('?show=paid&sort=least&method=cash')
    expect(head('office.field.amount')).toHaveAttribute('aria-sort', 'ascending')
    await press('orders.made')
    expect(at()).toBe('?show=paid&method=cash')
    window.history.back()
    await vi.waitFor(() => expect(head('office.field.amount')).toHaveAttribute('aria-sort', 'ascending'))
  })

  it('the orders list shows a count on each tab', async () => {
    showOffice(<OrdersPage user={clerk('counter')} areas={[]} id="" />, locale)
    expect(await screen.findByText('1,234')).toBeVisible()
    expect(screen.getByText('10,000+')).toBeVisible()
    expect(screen.queryByRole('link', { name: /Excel/ })).toBeNull()
  })

  it('the orders list is exported to the treasurer as shown', async () => {
    window.history.replaceState(null, '', '/orders?show=paid&sort=most&method=cash')
    showOffice(<OrdersPage user={clerk('treasurer')} areas={[]} id="" />, locale)
    const link = await screen.findByRole('link', { name: /Excel/ })
    expect(link).toHaveAttribute(
      'href',
      `/api/admin/order/export?locale=${locale}&show=paid&sort=most&method=cash&format=xlsx`,
    )
  })

  it('the orders list ignores sorting while searching, and keeps the filter for afterwards', async () => {
    showOffice(<OrdersPage user={clerk('counter')} areas={[]} id="" />, locale)
    await screen.findByText(row.number)
    await userEvent.type(screen.getByRole('searchbox'), 'tan{Enter}')
    expect(at()).toBe('?show=paid&q=tan&method=cash')
    expect(head('orders.made')).not.toHaveAttribute('aria-sort')
    await userEvent.click(screen.getByRole('button', { name: t('office.search-clear') }))
    expect(at()).toBe('?show=paid&method=cash')
  })
})
