import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Invoice } from '../domain/invoice.ts'
import { failureSolved } from '../forms/failure-store.ts'
import type { Page } from '../site/router/payload.tsx'
import { lampOrder as order } from '../site/testing/samples.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import OrderPage from './member-profile-invoices-id.tsx'

const at = '2026-11-21T04:00:00Z'
const settled = { due: 0, expiresAt: undefined, payNowUrl: undefined }
const phone = 'Need help? Call us: 6000 0000'
const page = (invoice: Partial<Invoice>, more: Partial<Page> = {}) =>
  showPage(OrderPage, {
    id: 'member-profile-invoices-id',
    path: '/member/profile/invoices/v1',
    data: { ...order, ...invoice },
    ...more,
  })
const second = <T,>([, it]: T[]) => {
  if (!it) throw new Error('there is no second one')
  return it
}
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Cancel this order' }))
const dialog = () => screen.getByRole('dialog', { name: 'Cancel this order?' })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Order the same again' }))

beforeEach(() => {
  vi.unstubAllGlobals()
  failureSolved()
})

test('an order that awaits payment says that no money has come, not that it is under review', () => {
  page({})
  expect(screen.getByText(/^not received yet/)).toBeVisible()
  expect(screen.queryByText(/awaiting check/)).toBeNull()
})

test('only the progress steps show that a screenshot is under review', () => {
  page({ status: 'under-verification' })
  expect(screen.getByRole('list', { name: 'Progress' })).toHaveTextContent('Payment checked: now')
  expect(screen.queryByText(/awaiting check/)).toBeNull()
})

test('the printed order at the counter has the temple’s name once when both languages are equal', () => {
  const { change } = page({ payments: [{ id: 'p', method: 1, status: 'pending', amount: 8800, createdAt: at }] })
  expect(screen.getByText('清莲寺 Qing Lian Temple')).toBeVisible()
  const name = '清莲寺'
  change({
    site: {
      templeName: name,
      chineseName: name,
      address: '',
      phone: '6000 0000',
      hoursToday: '',
      openToday: true,
      demo: false,
      payNow: true,
      payee: '',
      uen: '',
    },
  })
  expect(screen.getByText('清莲寺')).toBeVisible()
})

describe('cancelling an order', () => {
  test('cancelling an order explains the effect, warns about money already sent, and needs confirmation', async () => {
    const sent = answerCalls()
    page({})
    await ask()
    expect(within(dialog()).getByText(/places are freed, and there is nothing to pay/)).toBeVisible()
    expect(within(dialog()).getByText(/already transferred the money\? Then do not cancel/)).toBeVisible()
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Keep the order' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([])
  })

  test('a cancelled order is shown updated after confirmation', async () => {
    const sent = answerCalls([200, { ...order, status: 'cancelled' }])
    const reload = vi.fn<Page['reload']>(async () => {})
    page({}, { reload })
    await ask()
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Yes, cancel it' }))
    expect(sent.map(({ call }) => call)).toEqual(['POST /api/invoice/v1/cancel'])
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('cancelling an order too late shows why, with the phone number, and the updated order on closing', async () => {
    answerCalls([400, { code: 'invoice-being-checked', title: 'We are checking your payment.' }])
    const reload = vi.fn<Page['reload']>(async () => {})
    page({}, { reload })
    await ask()
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Yes, cancel it' }))
    const alert = within(dialog()).getByRole('alert')
    expect(alert).toHaveTextContent('We are checking your payment.')
    expect(within(alert).getByRole('link', { name: phone })).toBeInTheDocument()
    expect(within(dialog()).queryByRole('button', { name: 'Yes, cancel it' })).toBeNull()
    expect(reload).not.toHaveBeenCalled()
    await userEvent.click(second(within(dialog()).getAllByRole('button', { name: 'Close' })))
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each<[string, Partial<Invoice>]>([
    ['is being checked', { status: 'under-verification' }],
    ['is paid', { ...settled, status: 'paid' }],
    ['has expired', { ...settled, status: 'expired', due: 8800 }],
    ['was cancelled', { ...settled, status: 'cancelled', due: 8800 }],
  ])('cancelling is not offered when the order %s', (_, invoice) => {
    page(invoice)
    expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()
  })

  test('a partly paid order can only be cancelled by phone', () => {
    page({ paid: 8000, due: 800, expiresAt: undefined })
    expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()
    const line = screen.getByText(/This order is partly paid\. To cancel it, please call us/)
    expect(within(line).getByRole('link', { name: phone })).toBeInTheDocument()
  })
})

describe('ordering again', () => {
  const item = { id: 'i', title: 'Blessing lamp', optionTitle: 'Family', priceBefore: 8800 }

  test('ordering again goes to the cart when nothing has changed; further clicks after a lost answer reuse the key', async () => {
    const sent = answerCalls(
      'no answer',
      [503, { code: 'busy', title: 'Please try again in 1 second.', retryAfter: 1 }],
      [200, { added: 1, items: [{ ...item, result: 'added', price: 8800 }] }],
      [200],
    )
    const { navigate } = page({ ...settled, status: 'paid' })
    await press()
    expect(console.error).toHaveBeenCalledOnce() // no answer
    vi.mocked(console.error).mockClear()
    await press()
    await press()
    expect(navigate).toHaveBeenCalledWith('/cart')
    const again = sent.slice(0, 3)
    expect(again.map(({ call }) => call)).toEqual(Array(3).fill('POST /api/invoice/v1/order-again'))
    expect(new Set(again.map(({ key }) => key)).size).toBe(1)
  })

  test('ordering again shows what differs for each item before going to the cart', async () => {
    const items = [
      { ...item, id: 'a', optionTitle: 'Grand', result: 'left-out', reason: 'sold-out', offeringKey: 'light-lamp' },
      { ...item, id: 'b', title: 'Incense', optionTitle: '', result: 'left-out', reason: 'withdrawn' },
      { ...item, id: 'c', optionTitle: 'One', result: 'changed', priceBefore: 3800, price: 4200 },
      { ...item, id: 'd', result: 'added', price: 8800 },
    ]
    answerCalls([200, { added: 2, items }])
    const { navigate } = page({ ...settled, status: 'expired' })
    await press()
    const answer = screen.getByRole('dialog', { name: 'Please check what is different' })
    const told = within(answer).getAllByRole('listitem')
    expect(told.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/Blessing lamp · Grand.*Not in your cart.*not enough places left.*See Blessing lamp/),
      expect.stringMatching(/^Incense.*Not in your cart.*no longer offered\.$/),
      expect.stringMatching(/One.*In your cart\. It was S\$38\.00 and is now S\$42\.00\./),
      expect.stringMatching(/Family.*In your cart$/),
    ])
    expect(navigate).not.toHaveBeenCalled()
    await userEvent.click(within(answer).getByRole('button', { name: 'Go to cart' }))
    expect(navigate).toHaveBeenCalledWith('/cart')
  })

  test('ordering again links to the offerings when nothing is available', async () => {
    answerCalls([200, { added: 0, items: [{ ...item, result: 'left-out', reason: 'closed' }] }])
    const { navigate } = page({ ...settled, status: 'cancelled' }, { locale: 'zh' })
    await userEvent.click(screen.getByRole('button', { name: '再次供养相同项目' }))
    const answer = screen.getByRole('dialog', { name: '目前不能再次供养' })
    expect(within(answer).getByRole('listitem')).toHaveTextContent('此项目已截止登记。')
    await userEvent.click(second(within(answer).getAllByRole('button')))
    expect(navigate).toHaveBeenCalledWith('/zh/blessing-service')
  })
})

describe('correcting a name of an order', () => {
  const definition = {
    key: 'tablet',
    version: 1,
    fields: [
      { key: 'surname', type: 'chineseName', label: { en: 'Family', zh: '姓氏' }, required: true, maxLength: 4 },
      { key: 'fund', type: 'text', label: { en: 'Wish', zh: '祈愿' } },
    ],
  }
  const names = (state: string, surname = '欧阳') => ({
    items: [{ id: 'i', title: 'Tablet', optionTitle: '', definition, form: { surname }, state, until: undefined }],
  })
  const sheet = { groups: [{ kind: 'departed' as const, people: [{ chineseName: '欧阳' }] }] }
  const paid = { ...settled, status: 'paid' as const, items: order.items.map((item) => ({ ...item, sheet })) }

  test('correcting a name uses the fields of the form, shows errors at their fields, and keeps what was typed', async () => {
    const sent = answerCalls(
      [200, names('open')],
      [500],
      [
        400,
        {
          code: 'invalid',
          title: '',
          errors: [{ field: 'form.surname', code: 'too-short', title: 'Longer, please.', params: { min: 3 } }],
        },
      ],
      [200, names('open', '歐陽')],
    )
    const reload = vi.fn<Page['reload']>(async () => {})
    page(paid, { reload })
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the names' }))
    const box = await screen.findByRole('textbox', { name: /Family/ })
    await waitFor(() => expect(box).toHaveFocus())
    await userEvent.clear(box)
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    expect(box).toBeInvalid()
    await userEvent.type(box, '歐陽')
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    expect(await screen.findByText(/could not be saved/)).toBeVisible()
    expect(box).toHaveValue('歐陽')
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    await waitFor(() => expect(box).toBeInvalid())
    expect(box).toHaveValue('歐陽')
    await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
    expect(await screen.findByRole('button', { name: 'Correct the names' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Is a name wrong?' })).toHaveFocus()
    expect(sent.at(-1)).toMatchObject({
      call: 'PUT /api/invoice/v1/names',
      body: { itemId: 'i', form: { surname: '歐陽' } },
    })
    expect(reload).toHaveBeenCalled()
  })

  test('correcting a name after the list has closed shows whom to call, and no button', async () => {
    answerCalls([200, names('closed')])
    page(paid)
    const part = (await screen.findByRole('heading', { name: 'Is a name wrong?' })).parentElement
    if (!part) throw new Error('it stands alone')
    expect(part).toHaveTextContent('The list with these names is closed')
    expect(within(part).getByRole('link', { name: phone })).toBeVisible()
    expect(within(part).queryByRole('button')).toBeNull()
  })
})
