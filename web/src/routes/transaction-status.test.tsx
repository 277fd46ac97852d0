import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Invoice, Payment } from '../domain/invoice.ts'
import type { Locale } from '../i18n/messages.ts'
import { failureSolved } from '../forms/failure-store.ts'
import type { Page } from '../site/router/payload.tsx'
import { lampOrder as order } from '../site/testing/samples.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import TransactionStatusPage from './transaction-status.tsx'

const at = '2026-11-21T04:00:00Z'
const payNow: Payment = { id: 'p', method: 2001, status: 'pending', amount: 8800, createdAt: at }
const placed = { at, status: 'awaiting-payment', by: 'member' } as const
const step = (status: Invoice['status'], by: 'member' | 'office' | 'system') => ({ at, status, by })
const settled = { due: 0, expiresAt: undefined, payNowUrl: undefined }
const until = { en: /Please pay by .*28 November 2026/, zh: /请于2026年11月28日.*前付款/ }

type Words = { title: string; next: RegExp; steps: string[] }
type Situation = [
  string,
  Partial<Invoice>,
  { en: Words; zh: Words },
  { upload?: boolean; counter?: boolean; days?: boolean },
]

const situations: Situation[] = [
  [
    'awaits cash at the counter',
    { payments: [{ ...payNow, method: 1 }] },
    {
      en: {
        title: 'Please pay at the counter',
        next: /Show the payment reference or the code below at the counter and pay S\$88.00/,
        steps: ['Order placed, awaiting payment'],
      },
      zh: { title: '请到柜台付款', next: /请在柜台出示.*支付S\$88.00/, steps: ['已登记，等待付款'] },
    },
    { counter: true, days: true },
  ],
  [
    'awaits a transfer',
    {},
    {
      en: {
        title: 'Please transfer, then send the screenshot',
        next: /Two steps: transfer S\$88.00 by PayNow, then send us the screenshot/,
        steps: ['Order placed, awaiting payment'],
      },
      zh: {
        title: '请先转账，再提交截图',
        next: /共两步：先用PayNow转账S\$88.00，再提交转账截图/,
        steps: ['已登记，等待付款'],
      },
    },
    { upload: true, days: true },
  ],
  [
    'is under verification',
    { status: 'under-verification', expiresAt: undefined, timeline: [placed, step('under-verification', 'member')] },
    {
      en: {
        title: 'Thank you for your offering',
        next: /We have the screenshot. You need not do anything more/,
        steps: ['Order placed, awaiting payment', 'Transfer screenshot received'],
      },
      zh: {
        title: '感恩您的供养',
        next: /截图已收到，您不用再做什么/,
        steps: ['已登记，等待付款', '已收到转账截图'],
      },
    },
    {},
  ],
  [
    'is paid',
    {
      ...settled,
      status: 'paid',
      paid: 8800,
      officialReceipt: { number: 'OR-2026-000007', issuedAt: at, url: '/r.pdf' },
      payments: [{ ...payNow, status: 'approved' }],
      timeline: [placed, step('under-verification', 'member'), step('paid', 'office')],
    },
    {
      en: {
        title: 'Thank you, your payment has arrived',
        next: /Your official receipt is ready/,
        steps: ['Order placed, awaiting payment', 'Transfer screenshot received', 'Payment received'],
      },
      zh: {
        title: '感恩您，已收到您的付款',
        next: /您的正式收据已备妥/,
        steps: ['已登记，等待付款', '已收到转账截图', '已收到付款'],
      },
    },
    {},
  ],
  [
    'was rejected',
    {
      status: 'rejected',
      payments: [{ ...payNow, status: 'rejected', reason: 'amount-differs' }],
      timeline: [placed, step('under-verification', 'member'), step('rejected', 'office')],
    },
    {
      en: {
        title: 'We could not accept your payment yet',
        next: /Your order is kept. Please send the screenshot again below, or pay S\$88.00 at the counter/,
        steps: ['Order placed, awaiting payment', 'Transfer screenshot received', 'Screenshot not accepted'],
      },
      zh: {
        title: '您的付款未能确认',
        next: /您的登记还在。请在下方重新上传截图，或到柜台支付S\$88.00/,
        steps: ['已登记，等待付款', '已收到转账截图', '截图未能确认'],
      },
    },
    { upload: true, days: true },
  ],
  [
    'is paid in part',
    {
      paid: 8000,
      due: 800,
      expiresAt: undefined,
      payments: [{ ...payNow, status: 'approved' }],
      timeline: [placed, step('under-verification', 'member'), step('awaiting-payment', 'office')],
    },
    {
      en: {
        title: 'Part of the amount has arrived',
        next: /We have received S\$80.00; S\$8.00 is still to be paid/,
        steps: ['Order placed, awaiting payment', 'Transfer screenshot received', 'Part received, awaiting the rest'],
      },
      zh: {
        title: '已收到部分款项',
        next: /我们已收到S\$80.00，还需付S\$8.00/,
        steps: ['已登记，等待付款', '已收到转账截图', '已收到部分款项，等待余款'],
      },
    },
    { upload: true },
  ],
  [
    'has expired',
    { ...settled, status: 'expired', due: 8800, timeline: [placed, step('expired', 'system')] },
    {
      en: {
        title: 'This order was not paid in time',
        next: /Its places are free again. If you have already transferred the money, send us the screenshot below/,
        steps: ['Order placed, awaiting payment', 'Not paid in time'],
      },
      zh: {
        title: '此订单逾期未付款',
        next: /若您已经转账，请在下方提交截图，或致电我们/,
        steps: ['已登记，等待付款', '逾期未付款'],
      },
    },
    { upload: true },
  ],
  [
    'was cancelled',
    { ...settled, status: 'cancelled', due: 8800, timeline: [placed, step('cancelled', 'office')] },
    {
      en: {
        title: 'This order was cancelled',
        next: /There is nothing to pay. If you have already transferred the money, send us the screenshot below, or call us/,
        steps: ['Order placed, awaiting payment', 'Cancelled'],
      },
      zh: {
        title: '此订单已取消',
        next: /无需付款。若您已经转账，请在下方提交截图，或致电我们/,
        steps: ['已登记，等待付款', '已取消'],
      },
    },
    { upload: true },
  ],
  [
    'was refunded',
    {
      ...settled,
      status: 'refunded',
      paid: 8800,
      payments: [{ ...payNow, status: 'approved' }],
      timeline: [placed, step('paid', 'office'), step('refunded', 'office')],
    },
    {
      en: {
        title: 'This order was refunded',
        next: /The money was refunded to you. If it has not arrived, please call us/,
        steps: ['Order placed, awaiting payment', 'Payment received', 'Refunded'],
      },
      zh: {
        title: '此订单已退款',
        next: /款项已退还给您。若尚未收到，请致电我们/,
        steps: ['已登记，等待付款', '已收到付款', '已退款'],
      },
    },
    {},
  ],
]

const page = (invoice: Partial<Invoice>, more: Partial<Page> = {}) =>
  showPage(TransactionStatusPage, {
    id: 'transaction-status',
    path: '/transaction/status',
    data: { ...order, ...invoice },
    ...more,
  })
const words = {
  en: {
    timeline: 'History',
    upload: 'Choose screenshot|Send my screenshot',
    code: 'QR code of the payment reference ABCDEFGH23',
    phone: 'Need help? Call us: 6000 0000',
    again: 'Order the same again',
  },
  zh: {
    timeline: '经过',
    upload: '选择转账截图|我已转账，提交截图',
    code: '付款参考编号ABCDEFGH23的二维码',
    phone: '需要帮忙？请致电6000 0000',
    again: '再次供养相同项目',
  },
}
const steps = (locale: Locale) => {
  const heading = screen.getByRole('heading', { name: words[locale].timeline })
  const list = within(heading.closest('details') as HTMLElement).getByRole('list', { hidden: true })
  return within(list)
    .getAllByRole('listitem', { hidden: true })
    .map((item) => item.querySelector('p')?.textContent)
}

beforeEach(() => {
  vi.unstubAllGlobals()
  failureSolved()
})

describe.each<Locale>(['en', 'zh'])('the order page (%s)', (locale) => {
  test.each(situations)(
    'the page of an order that %s shows the state, the next step and the history',
    (_, invoice, said, can) => {
      page(invoice, { locale })
      const { title, next, steps: wanted } = said[locale]
      const panel = screen.getByRole('region', { name: title })
      expect(within(panel).getByText(next)).toBeInTheDocument()
      expect(steps(locale)).toEqual(wanted)
      expect(screen.queryByLabelText(new RegExp(words[locale].upload)) !== null, 'a picture can be sent').toBe(
        can.upload ?? false,
      )
      expect(screen.queryByRole('img', { name: words[locale].code }) !== null, 'the counter’s code').toBe(
        can.counter ?? false,
      )
      expect(within(panel).queryByText(until[locale]) !== null, 'the last day').toBe(can.days ?? false)
      const needsBooking = invoice.status === 'expired' || invoice.status === 'cancelled'
      expect(within(panel).queryByRole('button', { name: words[locale].again }) !== null).toBe(needsBooking)
      expect(within(panel).queryByRole('link', { name: words[locale].phone }) !== null).toBe(invoice.status !== 'paid')
    },
  )
})

test.each<[Invoice['status'], Locale, RegExp, RegExp]>([
  ['expired', 'en', /We have your transfer screenshot/, /This order had already ended/],
  ['cancelled', 'zh', /您的转账截图已收到/, /收到时这张订单已结束/],
  ['awaiting-payment', 'en', /We have your transfer screenshot/, /This order had already ended/],
  ['paid', 'zh', /您的转账截图已收到/, /收到时这张订单已付清/],
])('an order that is %s (%s) mentions the late receipt image, and asks for no other', (status, locale, title, next) => {
  const why = status === 'paid' ? 'paid' : 'ended'
  page({ status, lateTransfer: { sentAt: '2026-11-28T04:01:00Z', why } }, { locale })
  const notice = screen.getByText(title).closest('[role=status]') as HTMLElement
  expect(within(notice).getByText(next)).toBeInTheDocument()
  expect(within(notice).getByText(/28 Nov 2026|2026年11月28日/)).toBeInTheDocument()
  expect(screen.queryByLabelText(new RegExp(words[locale].upload))).toBeNull()
})

test.each<[Invoice['status'], Locale, NonNullable<Invoice['lateTransfer']>['why'], RegExp]>([
  ['awaiting-payment', 'en', 'differs', /It is not the amount that was due/],
  ['awaiting-payment', 'zh', 'differs', /金额与应付的不同/],
  ['cancelled', 'en', 'ended', /This order had already ended/],
  ['paid', 'zh', 'paid', /收到时这张订单已付清/],
])('an order that is %s (%s) says that a payment provider has more money', (status, locale, why, next) => {
  page({ status, lateTransfer: { sentAt: '2026-11-28T04:01:00Z', confirmed: true, why } }, { locale })
  const notice = screen
    .getByText(/We have received your transfer|您的转账已收到/)
    .closest('[role=status]') as HTMLElement
  expect(within(notice).getByText(next)).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: /Please transfer|请转账|请先转账/ })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test.each<[Locale, string, string]>([
  ['en', 'The amount in your screenshot is not', 'The office writes: Please pay the rest.'],
  ['zh', '截图中的金额与订单金额不符', 'Please pay the rest.'],
])('a rejected order (%s) shows the reason and the office’s own text', (locale, reason, note) => {
  const rejected = { ...payNow, status: 'rejected', reason: 'amount-differs', note: 'Please pay the rest.' } as const
  page({ status: 'rejected', payments: [rejected] }, { locale })
  const panel = screen.getByRole('region', { name: /We could not accept|未能确认/ })
  expect(within(panel).getByText(new RegExp(reason))).toBeInTheDocument()
  expect(within(panel).getByText(new RegExp(note))).toBeInTheDocument()
})
test.each<[Locale, string, RegExp, string, string, RegExp]>([
  ['en', 'Do not transfer again', /screenshot is not clear/, 'Not accepted', 'Choose a new screenshot', /22 Nov 2026/],
  ['zh', '请勿再次转账', /截图不清楚/, '未能确认', '选新的截图', /2026年11月22日/],
])(
  'after an unreadable receipt image (%s), the first line says not to pay again',
  (locale, first, why, word, button, day) => {
    const images = [{ id: 'm', name: 'a.jpg', width: 9, height: 16, url: '/api/upload/receipt/m' }]
    const transactionDateTime = '2026-11-22T11:02:00+08:00'
    const rejected = { ...payNow, status: 'rejected', reason: 'unreadable', images, transactionDateTime } as const
    page({ status: 'rejected', payments: [rejected] }, { locale })
    const panel = screen.getByRole('region', { name: first })
    expect(within(panel).getByText(why)).toBeInTheDocument()
    const pay = panel.nextElementSibling as HTMLElement
    expect(within(pay).getByText(word)).toBeInTheDocument()
    expect(within(pay).getByRole('img')).toHaveAttribute('src', '/api/upload/receipt/m')
    expect(within(pay).getByLabelText(button)).toHaveAttribute('type', 'file')
    expect(within(pay).getByText(day)).toHaveTextContent('QING LIAN TEMPLE')
  },
)

test('an order whose decision was undone is under review again', () => {
  page({
    status: 'under-verification',
    timeline: [
      placed,
      step('under-verification', 'member'),
      step('paid', 'office'),
      step('under-verification', 'office'),
    ],
  })
  expect(steps('en').at(-1)).toBe('The office is checking again')
})

test('a partly paid order asks for the rest', () => {
  page({ paid: 8000, due: 800, payments: [{ ...payNow, status: 'approved' }] })
  expect(screen.getByRole('heading', { name: 'To pay: S$8.00' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'PayNow QR code for S$8.00' })).toBeInTheDocument()
})

test.each<[Locale, string[], string[]]>([
  [
    'en',
    ['Receipt in English (PDF)', 'Receipt in Chinese (PDF)', 'Receipt in both languages (PDF)'],
    ['Invoice in English (PDF)', 'Invoice in Chinese (PDF)', 'Invoice in both languages (PDF)'],
  ],
  [
    'zh',
    ['中文收据（PDF）', '英文收据（PDF）', '中英双语收据（PDF）'],
    ['中文账单（PDF）', '英文账单（PDF）', '中英双语账单（PDF）'],
  ],
])(
  'a paid order (%s) links to receipt and invoice in each language, the visitor’s first',
  (locale, receipts, invoices) => {
    const officialReceipt = { number: 'OR-2026-000007', issuedAt: at, url: '/r.pdf' }
    page({ ...settled, status: 'paid', officialReceipt }, { locale })
    const languages = locale === 'en' ? ['en', 'zh', 'both'] : ['zh', 'en', 'both']
    const links = screen
      .getAllByRole('link', { name: /PDF/ })
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ...receipts.map((name, i) => [name, `/r.pdf?language=${languages[i]}`]),
      ...invoices.map((name, i) => [name, `/invoice.pdf?language=${languages[i]}`]),
    ])
  },
)

test('a failed attempt is not listed as a payment', () => {
  page({ ...settled, status: 'cancelled', due: 8800, payments: [{ ...payNow, status: 'voided', reason: 'cancelled' }] })
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
})

test('a refused payment is shown on the order, with the temple’s phone number', async () => {
  answerCalls([400, { code: 'invoice-not-payable', title: 'This order can no longer be paid.' }])
  page({})
  await userEvent.click(screen.getByRole('radio', { name: /Cash/ }))
  await userEvent.click(screen.getByRole('button', { name: /in cash/ }))
  const pay = screen.getByRole('region', { name: 'To pay: S$88.00' })
  expect(await within(pay).findByText('This order can no longer be paid.')).toBeInTheDocument()
  expect(within(pay).getByRole('link', { name: words.en.phone })).toHaveAttribute('href', 'tel:60000000')
})

test('an order is reloaded when the visitor returns', () => {
  const reload = vi.fn<Page['reload']>(async () => {})
  page({ status: 'under-verification' }, { reload })
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(reload).toHaveBeenCalledOnce()
})
