import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cart } from '../domain/cart.ts'
import { keptOrder } from '../features/offering/use-order.ts'
import { failureSolved } from '../forms/failure-store.ts'
import { askForCart } from '../site/cart/cart-slot.ts'
import type { Page } from '../site/router/payload.tsx'
import { cartOf, lampItem as lamp, oilItem as oil } from '../site/testing/samples.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import { toastStore } from '../ui/toast-store.ts'
import CartPage from './cart.tsx'

const cart = cartOf(lamp, oil)
const none: Cart = { ...cart, id: '', items: [] }

const page = (data: Cart | null, more: Partial<Page> = {}) =>
  showPage(CartPage, { id: 'cart', path: '/cart', data, ...more })
const unanswered = () => {
  const { cache } = page(null)
  act(() => askForCart(cache).lost())
}
const places = () => [...(screen.getAllByRole('list')[0]?.children ?? [])] as HTMLElement[]
const rows = () => places().filter((place) => place.querySelector('h3'))
const quiet = () => vi.mocked(console.warn).mockClear()

// jsdom has the element without its methods.
function showModal(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}
beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal, close }))
beforeEach(() => {
  vi.unstubAllGlobals()
  failureSolved()
})

const phone = () => screen.getByRole('link', { name: 'Need help? Call us: 6000 0000' })
const remove = (title: string) => userEvent.click(screen.getByRole('button', { name: `Remove ${title}` }))
const lastToast = () => toastStore.current().at(-1)
/** Simulates returning from another tab. */
const comeBack = () => act(() => void window.dispatchEvent(new Event('focus')))

describe('the cart', () => {
  test('the cart shows only its heading until the visitor’s data has loaded', () => {
    const { change } = page(null)
    expect(screen.getByRole('heading', { level: 1, name: 'Your cart' })).toBeInTheDocument()
    expect(screen.getByText('Loading')).toBeInTheDocument()
    change({ data: cart })
    expect(rows()).toHaveLength(2)
  })

  test('the cart shows names, prices and the link to the checkout', () => {
    page(cart)
    expect(screen.getByRole('list', { name: 'Blessing for' })).toHaveTextContent('陈𠮷玲Tan')
    expect(screen.getAllByText('S$108.00')).not.toHaveLength(0)
    expect(screen.getByRole('link', { name: 'Names are correct, continue' })).toHaveAttribute('href', '/cart/checkout')
    expect(screen.getByRole('link', { name: 'Change Blessing lamp' })).toHaveAttribute(
      'href',
      '/blessing-service/light-lamp?item=i1',
    )
  })

  test('the cart’s button mentions checked names only when there are names', () => {
    const { change } = page({ ...cart, items: [oil] })
    expect(screen.getByRole('link', { name: 'Go to payment' })).toHaveAttribute('href', '/cart/checkout')
    expect(screen.queryByText(/Please check every name/)).toBeNull()
    change({ data: cart })
    expect(screen.getByRole('link', { name: 'Names are correct, continue' })).toBeInTheDocument()
    expect(screen.getByText('Please check every name. We write it just as you see it here.')).toBeInTheDocument()
  })

  test('the cart’s button is in Chinese on Chinese pages', () => {
    page(cart, { locale: 'zh' })
    expect(screen.getByRole('heading', { level: 1, name: '供养车' })).toBeInTheDocument()
    expect(screen.getByText('请逐一核对姓名，灯牌和牌位照此书写。')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '姓名无误，前往付款' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '再选一项' })).toBeInTheDocument()
  })

  test('an empty cart says that it is empty', () => {
    page(none)
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
  })

  test('the cart changes a quantity', async () => {
    const sent = answerCalls([200, { ...cart, items: [lamp, { ...oil, quantity: 3, amount: 3000 }] }])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'How many: Oil: one more' }))
    expect(sent[0]).toMatchObject({
      call: 'POST /api/cart',
      body: { items: [{ id: 'i2', offeringId: 'o', optionId: 'p', quantity: 3 }] },
    })
    expect(await screen.findByText('S$30')).toBeInTheDocument()
  })

  test('the cart stays visible but inert while it reloads', async () => {
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
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
    expect(await screen.findByText('We are loading your cart …')).toBeInTheDocument()
    expect(rows()).toHaveLength(2)
    expect(screen.getByRole('heading', { name: 'Oil' }).closest('[inert]')).not.toBeNull()
    release?.()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Oil' }).closest('[inert]')).toBeNull())
  })

  test('the cart shows that it is safe, not empty, when loading fails, and retries', async () => {
    answerCalls('no answer', 'no answer', 'no answer', [200, cart])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'How many: Oil: one more' }))
    expect(await screen.findByText(/Your cart is safe/)).toBeInTheDocument()
    expect(screen.queryByText('Your cart is empty')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    quiet()
  })

  test('the cart is emptied only after confirmation', async () => {
    const sent = answerCalls([200, { cancelled: true }])
    page(cart)
    await userEvent.click(screen.getByRole('button', { name: 'Empty the cart' }))
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }))
    expect(sent[0]?.call).toBe('POST /api/cart/cancel')
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
  })

  test('the cart shows old and new price of each changed item', () => {
    page({ ...cart, items: [{ ...lamp, state: 'changed', unitPrice: 9800, amount: 9800, priceBefore: 8800 }] })
    expect(screen.getByText('The price was S$88.00 and is now S$98.00.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Names are correct, continue' })).toBeInTheDocument()
  })

  test.each(['withdrawn', 'not-open', 'closed', 'sold-out', 'term', 'amount', 'place', 'form'] as const)(
    'the cart explains an unavailable item (%s), and offers only its removal',
    (reason) => {
      page({ ...cart, items: [{ ...lamp, state: 'unavailable', reason }] })
      expect(screen.getByText(/change or remove what can no longer be ordered/)).toBeInTheDocument()
      expect(screen.queryByRole('link', { name: 'Names are correct, continue' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Remove Blessing lamp' })).toBeInTheDocument()
    },
  )

  test('the cart warns that a transfer was already made', () => {
    page({ ...cart, unclaimed: { amount: 8800 } })
    expect(screen.getByText('If you have already transferred S$88.00, do not transfer again.')).toBeInTheDocument()
  })
})

describe('an error of the cart', () => {
  test.each<[string, [number, unknown?], string]>([
    ['400', [400, { code: 'cart-busy', title: 'Please wait a moment.' }], 'Please wait a moment.'],
    ['404', [404], 'Something went wrong on our side. Please try again.'],
    ['500', [500, { code: 'internal', title: '' }], 'Something went wrong on our side. Please try again.'],
  ])('an error of the cart (%s) is shown in a toast, and above the cart until dismissed', async (_, reply, words) => {
    answerCalls(reply, [200, cart])
    page(cart)
    await remove('Oil')
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(lastToast()).toMatchObject({ type: 'error', duration: 3000 })
    expect(phone()).toHaveAttribute('href', 'tel:60000000')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(words)).toBeNull()
  })

  test('an error of the cart disappears after the next success', async () => {
    answerCalls([500, { code: 'internal', title: '' }], [200, { ...cart, items: [lamp] }])
    page(cart)
    await remove('Oil')
    await screen.findByText(/Something went wrong/)
    await remove('Oil')
    await waitFor(() => expect(screen.queryByText(/Something went wrong/)).toBeNull())
  })

  test('an error of the cart does not lose what was typed in an offering’s form', async () => {
    keptOrder('light-lamp').write({ order: {}, form: '陈' })
    answerCalls([404], 'no answer', 'no answer', [200, cart], [200, { cancelled: true }])
    page(cart)
    await remove('Oil')
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Empty the cart' }))
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }))
    await screen.findByRole('heading', { name: 'Your cart is empty' })
    expect(keptOrder('light-lamp').read()).toEqual({ order: {}, form: '陈' })
    sessionStorage.clear()
    quiet()
  })
})

describe('a cart page that gets no answer', () => {
  test('a cart page without an answer says that the cart is safe, and loads on retry', async () => {
    answerCalls([200, cart])
    unanswered()
    expect(screen.getByText('We cannot reach the temple’s website at the moment')).toBeInTheDocument()
    expect(screen.getByText(/Your cart is safe.*6000 0000/)).toBeInTheDocument()
    expect(screen.queryByText('Your cart is empty')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
  })

  test('a cart page without an answer reloads when the visitor returns', async () => {
    answerCalls([200, cart])
    unanswered()
    comeBack()
    await waitFor(() => expect(rows()).toHaveLength(2))
  })
})

describe('an empty cart', () => {
  const received = { ...none, received: { id: 'v1', number: 'INV-2026-000012' } }

  test('an empty cart shows the order placed just before, above the message', () => {
    page(received)
    const notice = screen.getByText('Your order INV-2026-000012 was received')
    const empty = screen.getByRole('heading', { name: 'Your cart is empty' })
    expect(notice.compareDocumentPosition(empty)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('link', { name: 'See this order' })).toHaveAttribute('href', '/transaction/status?id=v1')
  })

  test('an empty cart shows its message in Chinese', () => {
    page(received, { locale: 'zh' })
    expect(screen.getByText('您的订单INV-2026-000012已收到')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '查看这张订单' })).toHaveAttribute('href', '/zh/transaction/status?id=v1')
  })

  test('an empty cart shows the temple’s phone number', () => {
    page(none)
    expect(phone()).toBeInTheDocument()
  })

  test('an empty cart shows an order that another tab placed', async () => {
    answerCalls([404], [404])
    const reload = vi.fn<Page['reload']>(async () => {})
    const { change } = page(cart, { reload })
    await remove('Oil')
    await screen.findByRole('heading', { name: 'Your cart is empty' })
    expect(reload).toHaveBeenCalledOnce()
    change({ data: received })
    expect(screen.getByText('Your order INV-2026-000012 was received')).toBeInTheDocument()
  })
})

describe('a cart changed in another tab', () => {
  const other: Cart = { ...cart, subTotal: 8800, items: [lamp] }

  test('a cart changed in another tab is updated when the visitor returns, with a notice', async () => {
    const reload = vi.fn<Page['reload']>(async () => {})
    const { change } = page(cart, { reload })
    comeBack()
    expect(reload).toHaveBeenCalledOnce()
    change({ data: other })
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(lastToast()).toMatchObject({ text: 'cart.changed-elsewhere' })
  })

  test('a cart updated from another tab does not overwrite what was changed here meanwhile', async () => {
    answerCalls([200, other])
    const { change } = page(cart)
    comeBack()
    await remove('Oil')
    await waitFor(() => expect(rows()).toHaveLength(1))
    change({ data: { ...cart } })
    expect(rows()).toHaveLength(1)
  })
})

describe('a transfer that the visitor may already have made', () => {
  test('a possible transfer is warned about when its QR code has expired', () => {
    page({ ...cart, qrShown: 8800 })
    expect(screen.getByText('If you have already transferred S$88.00, do not transfer again.')).toBeInTheDocument()
    expect(screen.getByText(/You can upload its screenshot there/)).toBeInTheDocument()
  })

  test('the warning about a possible transfer shows the declared values and the stored receipt image', () => {
    page({ ...cart, qrShown: 8800, uploadId: 'u', unclaimed: { amount: 8800, declaredAmount: 8000 } })
    expect(screen.getByText('If you have already transferred S$80.00, do not transfer again.')).toBeInTheDocument()
    expect(screen.getByText(/We have kept your screenshot/)).toBeInTheDocument()
  })

  test('a possible transfer is not warned about while the QR code is valid', () => {
    page({
      ...cart,
      qrShown: 10_800,
      hold: {
        reference: 'ABCDEFGH23',
        amount: 10_800,
        payload: '',
        imageUrl: '/qr.png',
        qrExpiresAt: '2026-11-21T04:45:00Z',
        heldUntil: '2026-11-21T05:00:00Z',
      },
    })
    expect(screen.queryByText(/do not transfer again/)).toBeNull()
  })
})

test('a cart with changed items shows a notice above until they are resolved; it cannot be dismissed', () => {
  const { change } = page({ ...cart, items: [{ ...lamp, state: 'changed', priceBefore: 7800 }] })
  expect(screen.getByText(/Something in your cart has changed/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(phone()).toBeInTheDocument()
  change({ data: { ...cart } })
  expect(screen.queryByText(/Something in your cart has changed/)).toBeNull()
})
