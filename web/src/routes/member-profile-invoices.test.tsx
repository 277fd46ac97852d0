import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { InvoiceRow } from '../domain/invoice.ts'
import type { PageData } from '../site/router/payload.tsx'

type InvoiceList = PageData['member-profile-invoices']
import type { Page } from '../site/router/payload.tsx'
import { showPage } from '../site/testing/show-page.tsx'
import InvoicesPage from './member-profile-invoices.tsx'

const row = (number: number, over: Partial<InvoiceRow>): InvoiceRow => ({
  id: `v${number}`,
  number: `INV-2026-00000${number}`,
  status: 'paid',
  currency: 'SGD',
  subTotal: 8800,
  paid: 8800,
  due: 0,
  paymentReference: 'ABCDEFGH23',
  createdAt: '2026-11-21T04:00:00Z',
  title: 'Blessing lamp',
  itemCount: 1,
  ...over,
})
const list: InvoiceList = {
  items: [
    row(3, { status: 'rejected', paid: 8000, due: 800 }),
    row(2, { status: 'awaiting-payment', paid: 0, due: 8800, expiresAt: '2026-11-28T04:00:00Z' }),
    row(1, { receiptNumber: 'OR-2026-000001', receiptUrl: '/r.pdf' }),
  ],
  page: 1,
  pageSize: 20,
  total: 3,
  years: [2027, 2026],
  statements: [],
  past: [],
  toPay: { count: 2, amount: 9600 },
}
const page = (data: InvoiceList | null, more: Partial<Page> = {}) =>
  showPage(InvoicesPage, { id: 'member-profile-invoices', path: '/member/profile/invoices', data, ...more })
const rowsUnder = (heading: HTMLElement) =>
  within(heading.closest('section') as HTMLElement)
    .getAllByRole('article')
    .map((article) => article.textContent)

test('orders to be paid come first, with sum and due date', () => {
  page(list)
  const due = screen.getByRole('heading', { level: 2, name: 'To pay' })
  expect(screen.getByText('2 orders, S$96.00 in all')).toBeInTheDocument()
  expect(rowsUnder(due)).toEqual([
    expect.stringContaining('To pay: S$8.00'),
    expect.stringMatching(/Pay by .*28 November 2026.*To pay: S\$88\.00/),
  ])
  const others = screen.getByRole('heading', { level: 2, name: 'Other orders' })
  expect(rowsUnder(others)).toHaveLength(1)
  expect(screen.getByRole('link', { name: /Open receipt \(PDF\).*OR-2026-000001/ })).toHaveAttribute('href', '/r.pdf')
})

test('has no heading for unpaid orders when there are none', () => {
  page({ ...list, items: [row(1, {})], total: 1, toPay: { count: 0, amount: 0 } })
  expect(screen.queryByRole('heading', { name: 'To pay' })).toBeNull()
  expect(screen.getByRole('heading', { level: 2, name: 'Blessing lamp' })).toBeInTheDocument()
})

test('the filter lists the years with orders, keeps the other choice, and returns to the first page', async () => {
  const { navigate } = page(list, { search: '?status=paid&page=2' })
  const year = screen.getByRole('combobox', { name: 'Year' })
  expect(
    within(year)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', '2027', '2026'])
  await userEvent.selectOptions(year, '2026')
  expect(navigate).toHaveBeenCalledWith('/member/profile/invoices?status=paid&year=2026', { replace: true })
  expect(screen.getByRole('status')).toHaveTextContent('3 orders')
})

test('a filter without results stays and links to all orders', () => {
  page({ ...list, items: [], total: 0 }, { search: '?year=2027' })
  expect(screen.getByRole('combobox', { name: 'Year' })).toHaveValue('2027')
  expect(screen.getByRole('heading', { name: 'No orders found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Show all orders' })).toHaveAttribute('href', '/member/profile/invoices')
})

test('each year with receipts has a yearly statement, in the page’s language', () => {
  page(
    {
      ...list,
      statements: [
        { year: 2027, receipts: 1 },
        { year: 2026, receipts: 9 },
      ],
    },
    { locale: 'zh' },
  )
  expect(screen.getByRole('heading', { name: '年度收据汇总' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2026年（PDF）' })).toHaveAttribute(
    'href',
    '/api/member/statement/2026.pdf?language=zh',
  )
  expect(screen.getByRole('link', { name: '2027年（PDF）' })).toBeInTheDocument()
})

test('a member without orders is led to the offerings', () => {
  page({ ...list, items: [], total: 0, years: [], toPay: { count: 0, amount: 0 } }, { locale: 'zh' })
  expect(screen.getByRole('heading', { name: '您还没有订单' })).toBeInTheDocument()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('page links keep the filter', () => {
  page({ ...list, page: 2, pageSize: 1 }, { search: '?year=2026&page=2' })
  const pages = screen.getByRole('navigation', { name: 'Pages of the list' })
  expect(within(pages).getByText('Page 2 of 3')).toBeInTheDocument()
  const links = within(pages).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/member/profile/invoices?year=2026',
    '/member/profile/invoices?year=2026&page=3',
  ])
})

test('shows a skeleton while the orders load', () => {
  const { container } = page(null)
  expect(screen.getByRole('heading', { level: 1, name: 'My orders' })).toBeInTheDocument()
  expect(screen.queryByRole('article')).toBeNull()
  expect(container.querySelector('[class*="skeleton"], [aria-busy], [aria-hidden]')).not.toBeNull()
})
