import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cart } from '../features/cart/cart.ts'
import { answerCalls, showPage } from '../page/testing/show-page.tsx'
import CartPage from './cart.tsx'

const lamp: Cart['items'][number] = {
  id: 'i1',
  offeringId: 'o',
  offeringKey: 'light-lamp',
  optionId: 'p',
  optionKey: 'family',
  title: 'Blessing lamp',
  optionTitle: 'Family',
  art: 'lamp',
  quantity: 1,
  unitPrice: 8800,
  amount: 8800,
  formKey: 'lamp',
  form: { people: [{ chineseName: '陈𠮷玲', name: 'Tan' }] },
  state: 'ok',
}
const oil: Cart['items'][number] = {
  ...lamp,
  id: 'i2',
  title: 'Oil',
  quantity: 2,
  unitPrice: 1000,
  amount: 2000,
  formKey: undefined,
  form: undefined,
}
const cart: Cart = {
  id: 'c',
  currency: 'SGD',
  subTotal: 10800,
  paymentReference: 'ABCDEFGHJK',
  expiresAt: '2026-12-21T04:00:00Z',
  items: [lamp, oil],
}
const none: Cart = { ...cart, id: '', items: [] }

const page = (data: Cart | null) => showPage(CartPage, { id: 'cart', path: '/cart', data })
const rows = () => within(screen.getByRole('list')).getAllByRole('listitem')
const quiet = () => vi.mocked(console.warn).mockClear()

// jsdom has the element without its methods.
function showModal(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}
beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))
beforeEach(() => vi.unstubAllGlobals())

describe('the cart', () => {
  test('shows its heading alone until the visitor’s data is there', () => {
    const { change } = page(null)
    expect(screen.getByRole('heading', { level: 1, name: 'Your cart' })).toBeInTheDocument()
    expect(screen.getByText('Loading')).toBeInTheDocument()
    change({ data: cart })
    expect(rows()).toHaveLength(2)
  })

  test('shows names, prices and the way on', () => {
    page(cart)
    expect(screen.getByText('陈𠮷玲 Tan')).toBeInTheDocument()
    expect(screen.getAllByText('S$108.00')).not.toHaveLength(0)
    expect(screen.getByRole('link', { name: 'Go to checkout' })).toHaveAttribute('href', '/cart/checkout')
    expect(screen.getByRole('link', { name: 'Change: Blessing lamp' })).toHaveAttribute(
      'href',
      '/blessing-service/light-lamp?item=i1',
    )
  })

  test('without anything in it says so', () => {
    page(none)
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
  })

  test('loses a removed item and gives the focus to the heading', async () => {
    const sent = answerCalls([200, { ...cart, subTotal: 8800, items: [lamp] }])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Oil' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(sent[0]?.call).toBe('PUT /api/cart/remove/i2')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('changes how many', async () => {
    const sent = answerCalls([200, { ...cart, items: [lamp, { ...oil, quantity: 3, amount: 3000 }] }])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'How many: Oil: one more' }))
    expect(sent[0]).toMatchObject({
      call: 'POST /api/cart',
      body: { items: [{ id: 'i2', offeringId: 'o', optionId: 'p', quantity: 3 }] },
    })
    expect(await screen.findByText('S$30.00')).toBeInTheDocument()
  })

  test('stays in its place, out of reach, while it is fetched again', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const replies = [
      new Response(JSON.stringify({ code: 'x', title: 'Not now.' }), { status: 400 }),
      new Response(JSON.stringify(cart)),
    ]
    vi.stubGlobal('fetch', async () => {
      if (replies.length === 1) await gate
      return replies.shift()
    })
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'How many: Oil: one more' }))
    expect(await screen.findByText('We are looking up your cart…')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Oil' }).closest('[inert]')).not.toBeNull()
    release()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Oil' }).closest('[inert]')).toBeNull())
  })

  test('that nobody can be asked for is called safe, not empty, and is asked for again', async () => {
    answerCalls('no answer', 'no answer', 'no answer', [200, cart])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'How many: Oil: one more' }))
    expect(await screen.findByText(/Your cart is safe/)).toBeInTheDocument()
    expect(screen.queryByText('Your cart is empty')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    quiet()
  })

  test('is given up only after a question', async () => {
    const sent = answerCalls([200, { cancelled: true }])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'Empty the cart' }))
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }))
    expect(sent[0]?.call).toBe('POST /api/cart/cancel')
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
  })

  test('names old and new price of what has changed', () => {
    page({ ...cart, items: [{ ...lamp, state: 'changed', unitPrice: 9800, amount: 9800, priceBefore: 8800 }] })
    expect(screen.getByText('The price was S$88.00 and is now S$98.00.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to checkout' })).toBeInTheDocument()
  })

  test.each(['withdrawn', 'not-open', 'closed', 'sold-out', 'term', 'amount'] as const)(
    'with an item that is unavailable (%s) explains it and leads nowhere else',
    (reason) => {
      page({ ...cart, items: [{ ...lamp, state: 'unavailable', reason }] })
      expect(screen.getByText(/change or remove what can no longer be booked/)).toBeInTheDocument()
      expect(screen.queryByRole('link', { name: 'Go to checkout' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Remove: Blessing lamp' })).toBeInTheDocument()
    },
  )

  test('warns of a transfer that was already made', () => {
    page({ ...cart, unclaimed: { amount: 8800 } })
    expect(screen.getByText('If you have already transferred S$88.00, do not transfer again.')).toBeInTheDocument()
  })
})
