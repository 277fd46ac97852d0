import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '../domain/invoice.ts'
import type { Locale } from '../i18n/messages.ts'
import type { Page } from '../site/router/payload.tsx'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import { orderSteps } from '../features/invoice/order-steps.ts'
import { peopleOf } from '../features/invoice/people-of.ts'
import TransactionStatusPage from './transaction-status.tsx'

const at = '2026-11-20T03:04:00Z' // a Friday
const label = { en: '', zh: '' }
const relation = (en: string, zh: string) => ({
  field: 'relation',
  about: 'relation' as const,
  type: 'text',
  label,
  value: { en, zh },
})
const step = (
  name: 'received' | 'checked' | 'written' | 'lit',
  state: 'done' | 'now' | 'later' | 'none',
  when?: string,
) => ({
  step: name,
  state,
  at: when,
  done: state === 'done' ? 1 : 0,
  of: 1,
})
const order = {
  id: 'v1',
  number: 'INV-2026-000231',
  status: 'under-verification',
  locale: 'zh',
  currency: 'SGD',
  subTotal: 8800,
  paid: 0,
  due: 8800,
  paymentReference: 'ABCDEFGH23',
  codeUrl: '/code.png',
  invoiceUrl: '/invoice.pdf',
  createdAt: at,
  payer: { name: 'Tan Mei Ling' },
  items: [
    {
      id: 'i',
      offeringId: 'o',
      title: '光明灯',
      optionTitle: '合家灯',
      quantity: 1,
      unitPrice: 8800,
      amount: 8800,
      sheet: {
        groups: [
          {
            kind: 'blessing',
            people: [
              { chineseName: '陈美玲', answers: [relation('Self', '本人')] },
              { chineseName: '林国华', answers: [relation('Husband', '丈夫')] },
              { chineseName: '陈美玲' },
            ],
          },
        ],
        answers: [],
      },
      steps: [
        step('received', 'now'),
        step('checked', 'none'),
        step('written', 'later'),
        step('lit', 'later', '2026-11-27T04:00:00Z'),
      ],
    },
  ],
  payments: [{ id: 'p', method: 2001, status: 'pending', amount: 8800, createdAt: at }],
  timeline: [{ at, status: 'under-verification', by: 'member' }],
} as unknown as Invoice
const paid = {
  ...order,
  status: 'paid',
  paid: 8800,
  due: 0,
  timeline: [...order.timeline, { at: '2026-11-23T02:00:00Z', status: 'paid', by: 'office' }],
} as Invoice

const page = (data: Invoice, more: Partial<Page> = {}) =>
  showPage(TransactionStatusPage, { id: 'transaction-status', path: '/transaction/status', data, ...more })

const printed = (element: Element) => element.closest('.no-print') === null

beforeEach(() => () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each<[Locale, string, string[]]>([
  [
    'en',
    'Thank you for your offering',
    [
      'Received: done20 Nov 2026, 11:04 am · S$88.00',
      'Payment checked: nowBy Tuesday, 24 November 2026 at the latest; then the official receipt comes to you',
      'Written: still to comeThe names are written',
      'Lit: still to comeOn Friday, 27 November 2026',
    ],
  ],
  [
    'zh',
    '感恩您的供养',
    [
      '已收到：已完成2026年11月20日上午11:04 · S$88.00',
      '核对付款：进行中最迟2026年11月24日（星期二），正式收据随后发给您',
      '书写：未到写上姓名',
      '点灯：未到2026年11月27日（星期五）',
    ],
  ],
])('after paying (%s) the page shows thanks, the names, and four steps with dates', (locale, thanks, said) => {
  page(order, { locale })
  const panel = screen.getByRole('region', { name: thanks })
  const list = screen.getByRole('list', { name: locale === 'zh' ? '办理进度' : 'Progress' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replace(/: ?(已完成|进行中|未到)/, '：$1')),
  ).toEqual(said)
  expect(list.querySelectorAll('[aria-current=step]')).toHaveLength(1)
  expect(within(panel).getAllByText('陈美玲').length).toBeGreaterThan(0)
})

test('one list shows the progress of an order; its items show only their rites', () => {
  const view = page(order)
  const item = screen.getByRole('list', { name: /^Progress: / })
  expect(
    within(item)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['Written: still to come', 'Lit: still to come'])
  expect(screen.queryByText(/awaiting check/)).toBeNull()
  view.unmount()
  page({ ...order, status: 'awaiting-payment', payments: [] })
  expect(screen.queryByRole('list', { name: /^Progress/ })).toBeNull()
})

test('when the office approves, the open page completes the second step and announces it politely', async () => {
  vi.useFakeTimers()
  const reload = vi.fn<Page['reload']>(async () => {})
  const { change } = page(order, { reload })
  expect(reload).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(20_000))
  expect(reload).toHaveBeenCalledOnce()
  change({ data: paid })
  const said = screen.getByText(/We have checked your payment/)
  expect(said).toHaveAttribute('role', 'status')
  const list = screen.getByRole('list', { name: 'Progress' })
  expect(within(list).getAllByText(/: done/)).toHaveLength(2)
})

test('opening a paid order announces nothing', () => {
  page(paid)
  expect(screen.queryByText(/We have checked your payment/)).toBeNull()
})

test('a step that applies to no item is left out', () => {
  const gift = { ...order, items: order.items.map((item) => ({ ...item, steps: [] })) }
  expect(orderSteps(gift).map(({ name }) => name)).toEqual(['received', 'checked'])
})

test('each person of an order is saved once, with the relation in the page’s language', () => {
  expect(peopleOf(order, 'zh')).toEqual([
    { kind: 'living', name: '', chineseName: '陈美玲', relation: '本人' },
    { kind: 'living', name: '', chineseName: '林国华', relation: '丈夫' },
  ])
})

test('the share card contains neither names nor sums', async () => {
  const user = userEvent.setup()
  const calls = answerCalls()
  page({ ...order, status: 'paid' })
  const card = screen.getByRole('region', { name: 'Tell your family' })
  for (const secret of ['陈美玲', '林国华', '88.00', 'INV-2026-000231']) expect(card).not.toHaveTextContent(secret)
  await user.click(within(card).getByRole('button', { name: 'Share' }))
  const text = await navigator.clipboard.readText()
  expect(text).toContain('We offered a lamp, with a prayer')
  expect(text).not.toMatch(/陈|88/)
  expect(calls.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
})

test('offers no share card before the temple has approved the payment', () => {
  page({ ...order, status: 'under-verification' })
  expect(screen.queryByRole('region', { name: 'Tell your family' })).toBeNull()
})

test('an order to be paid in cash prints its code, the temple and the address, without the payment choice', () => {
  page({ ...order, status: 'awaiting-payment', payments: [{ ...order.payments[0], method: 1 }] } as Invoice)
  const code = screen.getByRole('img', { name: /ABCDEFGH23/ })
  expect(printed(code)).toBe(true)
  const temple = screen.getByText('清莲寺 Qing Lian Temple')
  expect(
    printed(temple) && temple.parentElement?.contains(screen.getByText('ABCDEFGH23', { selector: '.break-all' })),
  ).toBe(true)
  expect(printed(screen.getByRole('radio', { name: /Cash/ }))).toBe(false)
})

test.each([
  ['cash', 1, true],
  ['PayNow', 2001, false],
] as const)('an order for %s: whether its code comes before the other payment method', (_, method, first) => {
  page({ ...order, status: 'awaiting-payment', payNowUrl: '/qr.png', payments: [{ ...order.payments[0]!, method }] })
  const pay = screen.getByRole('region', { name: 'To pay: S$88.00' })
  const choice = within(pay).getByRole('group', { name: /How would you like to pay/ })
  const shown = within(pay).getAllByRole('img')[0] as HTMLElement
  expect(Boolean(shown.compareDocumentPosition(choice) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(first)
})
