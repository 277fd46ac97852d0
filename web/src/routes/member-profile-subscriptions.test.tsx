import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { FormDefinition } from '../domain/form/definition.ts'
import type { State, Subscription, SubscriptionDetail } from '../domain/subscription.ts'
import type { Locale } from '../i18n/messages.ts'
import type { Page } from '../site/router/payload.tsx'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import SubscriptionPage from './member-profile-subscriptions-id.tsx'
import SubscriptionsPage from './member-profile-subscriptions.tsx'

const midnight = (day: string) => `${day}T00:00:00+08:00`
const running: Subscription = {
  id: 's1',
  status: 1,
  state: 'running',
  title: 'Blessing lamp',
  optionTitle: 'Family',
  term: 'yearly',
  quantity: 1,
  names: ['陈𠮷䶮', 'Tan Bee Leng'],
  sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷䶮' }, { name: 'Tan Bee Leng' }] }] },
  price: 8800,
  startsAt: midnight('2026-11-21'),
  endsAt: midnight('2027-11-21'),
  invoiceAt: midnight('2027-10-22'),
  payUntil: '2027-12-05T23:59:59.999+08:00',
  canRenew: true,
  canCancel: true,
  editUntil: midnight('2027-11-18'),
}
const renewal: NonNullable<Subscription['renewal']> = {
  invoiceId: 'v2',
  number: 'INV-2027-000001',
  status: 'awaiting-payment',
  amount: 9000,
  due: 9000,
}
const open = { invoiceAt: undefined, renewal }
const ended = { canRenew: false, canCancel: false, editUntil: undefined, invoiceAt: undefined }

type Situation = [State, Partial<Subscription>, Record<Locale, RegExp>, string | undefined]

const situations: Situation[] = [
  [
    'running',
    {},
    { en: /until .*21 November 2027.*next order .*22 October 2027/, zh: /供至2027年11月21日.*2027年10月22日/ },
    undefined,
  ],
  ['due', open, { en: /Please pay S\$90.00 for the next term/, zh: /为下一期付款S\$90.00/ }, 'Pay for the next term'],
  [
    'late',
    open,
    { en: /We keep your place until .*5 December 2027/, zh: /保留至2027年12月5日/ },
    'Pay for the next term',
  ],
  [
    'checking',
    { ...open, canRenew: false, canCancel: false },
    { en: /is checking your payment/, zh: /正在核对/ },
    'See the payment',
  ],
  ['rejected', open, { en: /could not be accepted/, zh: /下一期的付款未能确认/ }, 'See the payment'],
  [
    'lasting',
    { ...ended, status: 3 },
    { en: /will not be renewed.*21 November 2027/, zh: /不再续期.*2027年11月21日/ },
    undefined,
  ],
  ['over', { ...ended, status: 2 }, { en: /ended on .*21 November 2027/, zh: /2027年11月21日.*结束/ }, undefined],
]

const list = { id: 'member-profile-subscriptions', path: '/member/profile/subscriptions' }

describe('the list of subscriptions', () => {
  test.each(situations)(
    'the list shows for a subscription that is %s its state and the next step',
    (state, more, words, action) => {
      showPage(SubscriptionsPage, { ...list, data: { items: [{ ...running, state, ...more }] } })
      const card = within(screen.getByRole('article'))
      expect(card.getByText(words.en)).toBeInTheDocument()
      const people = within(card.getByRole('list', { name: 'Blessing for' })).getAllByRole('listitem')
      expect(people.map((person) => person.textContent)).toEqual(['陈𠮷䶮', 'Tan Bee Leng'])
      const todo = [...card.queryAllByRole('button'), ...card.getAllByRole('link')].map(
        ({ textContent }) => textContent,
      )
      expect(todo).toEqual([
        ...(action === 'Pay for the next term' ? [`${action} Blessing lamp`] : []),
        'Blessing lamp',
        ...(action === 'See the payment' ? [`${action} Blessing lamp`] : []),
        'Names, terms, changes Blessing lamp',
      ])
    },
  )

  test.each(situations)('the list shows the state of a subscription in Chinese: %s', (state, more, words) => {
    showPage(SubscriptionsPage, { ...list, locale: 'zh', data: { items: [{ ...running, state, ...more }] } })
    expect(screen.getByText(words.zh)).toBeInTheDocument()
  })

  test('the list of subscriptions links to the offerings while it is empty', () => {
    showPage(SubscriptionsPage, { ...list, data: { items: [] } })
    expect(screen.getByRole('heading', { name: 'No yearly or monthly offerings yet' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Offerings' })).toHaveAttribute('href', '/blessing-service')
  })

  test('the list of subscriptions explains an expired renewal link', () => {
    showPage(SubscriptionsPage, { ...list, search: '?notice=expired', data: { items: [running] } })
    expect(screen.getByRole('status')).toHaveTextContent('That link is no longer valid')
  })

  test('renewing a subscription leads to the new order', async () => {
    const sent = answerCalls([200, { invoiceId: 'v2' }])
    const { navigate } = showPage(SubscriptionsPage, {
      ...list,
      data: { items: [{ ...running, state: 'due', ...open }] },
    })
    await userEvent.click(screen.getByRole('button', { name: /Pay for the next term/ }))
    expect(sent.map(({ call }) => call)).toEqual(['POST /api/subscription/s1/renew'])
    expect(navigate).toHaveBeenCalledWith('/transaction/status?id=v2')
  })
})

const form: FormDefinition = {
  key: 'lamp',
  version: 1,
  fields: [
    {
      key: 'people',
      type: 'people',
      label: { en: 'Who is the lamp for?', zh: '为谁点灯？' },
      required: true,
      min: 1,
      max: 6,
      takes: 'living',
      fields: [{ key: 'chineseName', type: 'chineseName', label: { en: 'Chinese name', zh: '中文姓名' } }],
      requireOneOf: ['chineseName'],
    },
  ],
}
const lamp: SubscriptionDetail = {
  ...running,
  names: ['陈𠮷䶮'],
  sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷䶮' }] }] },
  form: { people: [{ chineseName: '陈𠮷䶮' }] },
  formDefinition: form,
  nameCapacity: 6,
  terms: [
    {
      period: 1,
      startsAt: midnight('2026-11-21'),
      endsAt: midnight('2027-11-21'),
      invoiceId: 'v1',
      invoice: 'INV-2026-000001',
      status: 'paid',
      amount: 8800,
      paidAt: midnight('2026-11-21'),
      performedAt: midnight('2026-11-21'),
      names: ['陈𠮷䶮'],
      sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷䶮' }] }] },
    },
  ],
}

function show(more: Partial<SubscriptionDetail> = {}) {
  const reload = vi.fn<Page['reload']>(async () => {})
  const shown = showPage(SubscriptionPage, {
    id: 'member-profile-subscriptions-id',
    path: '/member/profile/subscriptions/s1',
    params: { id: 's1' },
    data: { ...lamp, ...more },
    reload,
  })
  return { ...shown, reload }
}

describe('a single subscription', () => {
  test('a subscription lists its terms, latest first', () => {
    show({
      ...open,
      state: 'due',
      terms: [
        ...lamp.terms,
        {
          period: 2,
          startsAt: midnight('2027-11-21'),
          endsAt: midnight('2028-11-21'),
          invoiceId: 'v2',
          invoice: 'INV-2027-000001',
          status: 'awaiting-payment',
          amount: 9000,
          names: ['陈𠮷䶮'],
          sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷䶮' }] }] },
        },
      ],
    })
    const list = within(screen.getByRole('region', { name: 'Terms' })).getAllByRole('list')[0]
    const terms = [...(list?.children ?? [])].map((term) => term.textContent)
    expect(terms[0]).toMatch(/Term 2.*21 Nov 2027 – 21 Nov 2028.*Not paid yet · S\$90.00.*INV-2027-000001/)
    expect(terms[1]).toMatch(/Term 1.*Paid on 21 Nov 2026 · S\$88.00.*Counts from 21 Nov 2026/)
  })

  test('a subscription explains what cancelling means before it is cancelled', async () => {
    const sent = answerCalls([200, { ...lamp, state: 'lasting', status: 3 }])
    const { reload } = show({ ...open, state: 'due' })
    await userEvent.click(screen.getByRole('button', { name: 'Stop renewing' }))
    const dialog = screen.getByRole('dialog', { name: 'Stop renewing?' })
    expect(dialog).toHaveTextContent(
      /active until .*21 November 2027.*unpaid order for the next term is cancelled.*cannot be undone/,
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'No, keep it' }))
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Stop renewing' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, stop renewing' }))
    expect(sent.map(({ call }) => call)).toEqual(['POST /api/subscription/s1/cancel'])
    expect(reload).toHaveBeenCalledOnce()
  })

  test('a subscription cannot be cancelled while a payment is under review', () => {
    show({ ...open, state: 'checking', canRenew: false, canCancel: false })
    expect(screen.getByText(/checking a payment for the next term/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })

  test('a subscription keeps what was typed when the server refuses it, with the error at its field', async () => {
    const sent = answerCalls(
      [
        400,
        {
          code: 'invalid-fields',
          title: '',
          errors: [{ field: 'form.people[0].chineseName', code: 'too-long', title: 'This is too long.' }],
        },
      ],
      [200, lamp],
    )
    const { reload } = show()
    expect(screen.getByText(/change them until .*17 November 2027/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Change names' }))
    const name = screen.getByLabelText('Chinese name')
    expect(name).toHaveFocus()
    await userEvent.clear(name)
    await userEvent.type(name, '林新生')
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    expect(screen.getByRole('alert')).toHaveTextContent('This is too long.')
    expect(name).toHaveValue('林新生')
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    expect(sent.map(({ call, body }) => [call, body])).toEqual(
      Array.from({ length: 2 }, () => [
        'PUT /api/subscription/s1/form',
        { form: { people: [{ chineseName: '林新生' }] } },
      ]),
    )
    expect(reload).toHaveBeenCalledOnce()
    await act(async () => {})
    expect(screen.getByRole('heading', { name: 'Names for the next term' })).toHaveFocus()
  })

  test('a subscription shows when its names can no longer be changed', () => {
    show({ editUntil: undefined })
    expect(screen.getByText(/again from .*21 November 2027/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Change names' })).toBeNull()
  })
})
