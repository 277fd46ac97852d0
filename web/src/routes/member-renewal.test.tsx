import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Renewal } from '../domain/subscription.ts'
import { failureSolved } from '../forms/failure-store.ts'
import type { Page } from '../site/router/payload.tsx'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import RenewalPage from './member-renewal.tsx'

const renewal: Renewal = {
  number: 'INV-2027-000001',
  status: 'awaiting-payment',
  subscription: 1,
  title: 'Blessing lamp',
  optionTitle: 'Family',
  term: 'yearly',
  quantity: 1,
  names: ['陈𠮷䶮'],
  sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷䶮' }] }] },
  startsAt: '2027-11-21T00:00:00+08:00',
  endsAt: '2028-11-21T00:00:00+08:00',
  currency: 'SGD',
  subTotal: 8800,
  due: 8800,
  paymentReference: 'ABCDEFGH23',
  expiresAt: '2027-12-05T23:59:59.999+08:00',
  payNowCode: 'data:image/png;base64,AAAA',
  counterCode: 'data:image/png;base64,BBBB',
}

function show(more: Partial<Renewal> = {}) {
  const reload = vi.fn<Page['reload']>(async () => {})
  showPage(RenewalPage, {
    id: 'member-renewal',
    path: '/member/renewal',
    search: '?ticket=open-sesame',
    data: { ...renewal, ...more },
    reload,
  })
  return reload
}

beforeEach(() => failureSolved())

test('shows what is renewed, until when, and the payment code', () => {
  show()
  expect(screen.getByText('You need not sign in to pay.')).toBeInTheDocument()
  expect(screen.getByText('21 Nov 2027 – 21 Nov 2028')).toBeInTheDocument()
  expect(screen.getByText('陈𠮷䶮')).toBeInTheDocument()
  expect(screen.getByText(/Please pay by .*5 December 2027/)).toBeInTheDocument()
  expect(screen.getByRole('img', { name: /PayNow/ })).toHaveAttribute('src', renewal.payNowCode)
})

test('the renewal’s cash order uses the ticket instead of a login', async () => {
  const sent = answerCalls([200, { ...renewal, method: 1 }], [200, {}])
  const reload = show()
  await userEvent.click(screen.getByRole('radio', { name: /^Cash at the counter/ }))
  await userEvent.click(screen.getByRole('button', { name: /in cash/ }))
  expect(sent[0]).toMatchObject({
    call: 'POST /api/renewal/cash',
    body: { ticket: 'open-sesame', paymentAmount: 8800, currency: 'SGD' },
  })
  expect(reload).toHaveBeenCalledOnce()
})

test('a ticket that has expired meanwhile redirects', async () => {
  answerCalls([400, { code: 'ticket-invalid', title: 'This link can no longer be used.' }])
  const reload = show()
  await userEvent.click(screen.getByRole('radio', { name: /^Cash at the counter/ }))
  await userEvent.click(screen.getByRole('button', { name: /in cash/ }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['under-verification', {}, 'Thank you. We have your transfer screenshot.'],
  ['paid', {}, 'The next term is paid. Thank you.'],
  ['expired', { subscription: 2 }, 'This renewal has ended'],
  ['cancelled', { subscription: 3 }, 'This renewal has ended'],
] as const)('says that the renewal is %s, and asks for no money', (status, more, words) => {
  show({ status, due: 0, payNowCode: undefined, ...more })
  expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('shows why a payment was not accepted', () => {
  show({ status: 'rejected', reason: 'amount-differs', note: 'Only half of it is there.' })
  expect(screen.getByText(/could not be accepted/)).toBeInTheDocument()
  expect(screen.getByText(/Only half of it is there/)).toBeInTheDocument()
})

test('after an unreadable receipt image, the first line says not to transfer again', () => {
  show({ status: 'rejected', reason: 'unreadable' })
  expect(screen.getByText('Do not transfer again')).toBeInTheDocument()
  expect(screen.queryByText(/could not be accepted/)).toBeNull()
})
