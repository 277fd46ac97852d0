import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useCart } from '../../site/cart/use-cart.ts'
import type { Page } from '../../site/router/payload.tsx'
import { cartOf, lampItem } from '../../site/testing/samples.ts'
import { failureSolved, failureStore } from '../../forms/failure-store.ts'
import { messages, showPage } from '../../site/testing/show-page.tsx'
import { toastStore } from '../../ui/toast-store.ts'
import type { Cart } from '../../domain/cart.ts'
import { Checkout } from './checkout.tsx'

const whole: Cart = { ...cartOf(lampItem), paymentReference: 'ABCDEFGH23', expiresAt: '2027-11-21T04:00:00Z' }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const hold = () => ({
  reference: 'ABCDEFGH23',
  amount: 8800,
  payload: '',
  imageUrl: '/qr.png',
  qrExpiresAt: inMinutes(45),
  heldUntil: inMinutes(60),
})
const files = [
  { id: '1', name: 'a.jpg', width: 9, height: 16, mime: 'image/jpeg', size: 9000, url: '/api/upload/receipt/1' },
]

const onPaid = vi.fn<() => void>()
const reload = vi.fn<Page['reload']>(async () => {})
type Call = { path: string; body: Record<string, unknown>; key: string | null }
let calls: Call[] = []

/** Mocks the answers to payment calls in order; status 0 is a lost connection. Saving of choices always succeeds. */
function answer(...answers: { status: number; body?: unknown }[]) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/\?.*/, '')
    calls.push({
      path,
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>,
      key: new Headers(init.headers).get('Idempotency-Key'),
    })
    if (path === '/api/cart/method') return new Response('{}', { status: 200 })
    const { status, body = {} } = answers.shift() ?? { status: 404 }
    if (status === 0) throw new TypeError('network')
    return new Response(JSON.stringify(body), { status })
  })
}

function Shown() {
  const { state } = useCart()
  return state.status === 'ready' ? <Checkout cart={state.cart} lines={null} onPaid={onPaid} /> : null
}

let navigate: ReturnType<typeof showPage>['navigate']

function show(cart: Partial<Cart>) {
  const data = { ...whole, ...cart }
  const shown = showPage(Shown, { id: 'cart-checkout', path: '/cart/checkout', data, reload })
  navigate = shown.navigate
  return {
    change: (next: Partial<Cart>) => shown.change({ data: { ...whole, ...next } }),
    inChinese: () => shown.change({ data, locale: 'zh' }),
  }
}

const comeBack = () => act(() => void window.dispatchEvent(new Event('focus')))
const payCash = () => userEvent.click(screen.getByRole('button', { name: /pay S\$88.00 in cash/ }))
const payments = () => calls.filter(({ path }) => path.startsWith('/api/payment/new'))
const paid = { status: 200, body: { invoice: { id: 'i1' } } }

beforeEach(() => {
  calls = []
  failureSolved()
  onPaid.mockReset()
  reload.mockReset()
  history.replaceState(null, '', '/cart/checkout')
  return () => vi.unstubAllGlobals()
})

describe('the result of a payment', () => {
  it('a successful payment shows the order', async () => {
    answer(paid)
    show({ method: 1 })
    await payCash()
    expect(payments()[0]?.body).toEqual({ paymentAmount: 8800, currency: 'SGD' })
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/transaction/status?id=i1')
  })

  it.each<[string, Partial<Cart>, RegExp | string]>([
    ['cash', { method: 1 }, /pay S\$88.00 in cash/],
    [
      'PayNow',
      { method: 2001, files, uploadId: 'u', declaredAmount: 8800, transactionDateTime: new Date().toISOString() },
      'Send screenshot',
    ],
  ])('a payment clears the cart (%s)', async (_, cart, button) => {
    answer(paid)
    show(cart)
    expect(onPaid).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(onPaid).toHaveBeenCalledOnce()
  })

  it.each([
    [
      '400',
      { status: 400, body: { code: 'receipt-used', title: 'This picture is used already.' } },
      'This picture is used already.',
    ],
    ['403', { status: 403 }, 'Something went wrong on our side. Please try again.'],
    [
      '500',
      { status: 500, body: { code: 'internal', title: '' } },
      'Something went wrong on our side. Please try again.',
    ],
  ])(
    'a refused payment (%s) shows a toast and stays on the page with the temple’s phone number',
    async (_, reply, words) => {
      answer(reply)
      show({ method: 1 })
      await payCash()
      expect(screen.getByText(words)).toBeInTheDocument()
      expect(screen.getByRole('link', { name: 'Need help? Call us: 6000 0000' })).toBeInTheDocument()
      expect(toastStore.current().at(-1)).toMatchObject({ type: 'error', duration: 3000 })
      expect([onPaid, navigate].map((spy) => spy.mock.calls.length)).toEqual([0, 0])
    },
  )

  it('paying for a changed item returns to the cart with an explanation', async () => {
    answer({ status: 500, body: { code: 'cart-item-changed', title: '', type: 44062 } })
    show({ method: 1 })
    await payCash()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/cart')
    expect(toastStore.current().at(-1)).toMatchObject({
      text: 'message.cart-item-updated',
      type: 'error',
      duration: 3000,
    })
    expect(failureStore.current()).toMatchObject({ place: 'cart', key: 'message.cart-item-updated' })
    expect(onPaid).not.toHaveBeenCalled()
  })

  it('a session that expired during payment goes through the login and back', async () => {
    answer({ status: 401 })
    show({ method: 1 })
    await payCash()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/member/login?redirect=%2Fcart%2Fcheckout')
    expect(onPaid).not.toHaveBeenCalled()
  })

  it('a payment error of a field is shown next to its field', async () => {
    answer({
      status: 400,
      body: {
        code: 'invalid-fields',
        title: 'Please check',
        errors: [{ field: 'transactionDateTime', code: 'date-too-old', title: 'Too long ago.' }],
      },
    })
    show({ method: 2001, files, uploadId: 'u', declaredAmount: 8800, transactionDateTime: new Date().toISOString() })
    await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
    expect(screen.getByRole('link', { name: 'Too long ago.' })).toHaveAttribute('href', '#transfer-time')
    expect(navigate).not.toHaveBeenCalled()
  })

  it('a refusal of fields is told once: beside them, or as a whole where none is on the page', async () => {
    const errors = [{ field: 'transactionDateTime', code: 'date-too-old', title: 'Too long ago.' }]
    const refused = { status: 400, body: { code: 'invalid-fields', title: 'Please check', errors } }
    answer(refused, refused)
    const before = toastStore.current().at(-1)
    show({ method: 2001, files, uploadId: 'u', declaredAmount: 8800, transactionDateTime: new Date().toISOString() })
    await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
    expect(screen.getByRole('link', { name: 'Too long ago.' })).toBeVisible()
    expect([failureStore.current(), toastStore.current().at(-1)]).toEqual([null, before])
    await userEvent.click(screen.getByRole('radio', { name: /Cash/ }))
    await payCash()
    expect(failureStore.current()).toMatchObject({ title: 'Please check' })
  })

  it('a payment without an answer can be sent again with the same key', async () => {
    answer({ status: 0 }, paid)
    show({ method: 1 })
    await payCash()
    expect(vi.mocked(console.error)).toHaveBeenCalledOnce()
    vi.mocked(console.error).mockClear()
    await payCash()
    const [first, second] = payments()
    expect(second?.key).toBe(first?.key)
    expect(navigate).toHaveBeenCalledWith('/transaction/status?id=i1')
  })
})

describe('a checkout that is opened again', () => {
  it('a reopened checkout shows the earlier QR code, as the first of two named steps', () => {
    show({ method: 2001, hold: hold(), qrShown: 8800 })
    expect(screen.getByRole('img', { name: /QR code for S\$88.00/ })).toHaveAttribute('src', '/qr.png')
    expect(screen.getByRole('heading', { name: 'Transfer S$88.00' })).toBeInTheDocument()
    const steps = within(screen.getByRole('list', { name: /Two steps/ })).getAllByRole('listitem')
    expect(steps.map((step) => [step.textContent, step.getAttribute('aria-current')])).toEqual([
      ['Transfer', 'step'],
      ['Send screenshot', null],
    ])
    expect(screen.getByLabelText('Send my screenshot')).toHaveAttribute('type', 'file')
  })

  it('the checkout shows payee, UEN and reference, and confirms a copy for four seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    try {
      show({ method: 2001, hold: hold(), qrShown: 8800 })
      for (const fact of ['QING LIAN TEMPLE', 'T08SS0001L', 'ABCDEFGH23'])
        expect(screen.getByText(fact)).toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Copy Payment reference' }))
      expect(await navigator.clipboard.readText()).toBe('ABCDEFGH23')
      const aloud = screen.getByText('Copied: Payment reference')
      expect(aloud).toHaveAttribute('role', 'status')
      act(() => void vi.advanceTimersByTime(3800))
      expect(screen.getByRole('button', { name: 'Copied Payment reference' })).toBeInTheDocument()
      act(() => void vi.advanceTimersByTime(400))
      expect(aloud).toBeEmptyDOMElement()
    } finally {
      vi.useRealTimers()
    }
  })

  it('a reopened checkout shows the receipt image, the amount due, and a link back to the QR code', async () => {
    show({ method: 2001, hold: hold(), qrShown: 8800, files, uploadId: 'u' })
    expect(screen.getByRole('img', { name: 'Screenshot 1 of your transfer' })).toHaveAttribute(
      'src',
      '/api/upload/receipt/1',
    )
    expect(screen.getByLabelText('Amount transferred')).toHaveValue('88.00')
    await userEvent.click(screen.getByRole('button', { name: 'Not transferred yet? Back to the code' }))
    expect(screen.getByRole('heading', { name: 'Transfer S$88.00' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Send my screenshot' }))
    expect(screen.getByRole('heading', { name: 'Send the screenshot' })).toHaveFocus()
  })

  it('a reopened checkout offers a new QR code for the same order after the old one has expired', async () => {
    answer({ status: 200, body: hold() })
    show({ method: 2001, qrShown: 8800 })
    expect(screen.getByText(/Your order stays the same/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'New code' }))
    expect(calls.map(({ path }) => path)).toEqual(['/api/payment/pay-now/qr'])
    expect(await screen.findByRole('img', { name: /QR code for S\$88.00/ })).toBeInTheDocument()
  })

  it('a reopened checkout warns against transferring a second time when the QR code has expired', () => {
    show({ method: 2001, qrShown: 8800 })
    expect(screen.getByText(/do not transfer again/)).toBeInTheDocument()
  })

  it('a reopened checkout shows the details of a transfer that was made before the cart changed', () => {
    show({ method: 2001, files, uploadId: 'u', subTotal: 9800, unclaimed: { amount: 8800, declaredAmount: 8800 } })
    expect(screen.getByText('If you have already transferred S$88.00, do not transfer again')).toBeInTheDocument()
    expect(screen.getByLabelText('Amount transferred')).toHaveValue('88.00')
  })
})

describe('a cart changed in another tab', () => {
  const pictured = { method: 2001, files, uploadId: 'u', declaredAmount: 8800, transactionDateTime: inMinutes(-5) }
  it('a cart changed in another tab is reloaded when the visitor returns, keeping the typed transfer details', () => {
    const { change } = show(pictured)
    comeBack()
    expect(reload).toHaveBeenCalledOnce()
    change({ ...pictured, subTotal: 9800 })
    expect(screen.getByText('S$98.00 to', { exact: false })).toBeInTheDocument()
    expect(screen.getByLabelText('Amount transferred')).toHaveValue('88.00')
    expect(screen.getByRole('img', { name: 'Screenshot 1 of your transfer' })).toBeInTheDocument()
    expect(toastStore.current().at(-1)).toMatchObject({ text: 'cart.changed-elsewhere' })
  })

  it('begins anew where it is another cart', () => {
    const { change } = show(pictured)
    comeBack()
    change({ id: 'other', qrShown: undefined, method: 1 })
    expect(screen.getByRole('radio', { name: /Cash/ })).toBeChecked()
    expect(screen.queryByLabelText('Amount transferred')).toBeNull()
  })

  it('a reloaded cart does not overwrite a choice that has not reached the server yet', async () => {
    answer()
    const { change } = show({})
    await userEvent.click(screen.getByRole('radio', { name: /Cash/ }))
    comeBack()
    change({})
    expect(screen.getByRole('radio', { name: /Cash/ })).toBeChecked()
  })
})

it('the payment method is saved on the server as soon as it is chosen', async () => {
  answer()
  show({})
  await userEvent.click(screen.getByRole('radio', { name: /Cash/ }))
  expect(calls).toMatchObject([{ path: '/api/cart/method', body: { method: 1 } }])
})

it('sends the receipt image, the declared amount, and the time in Singapore', async () => {
  answer(paid)
  show({ method: 2001, files, uploadId: 'u', declaredAmount: 8000, transactionDateTime: inMinutes(-5) })
  await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
  expect(payments()[0]?.body).toEqual({
    paymentAmount: 8800,
    currency: 'SGD',
    fileId: 'u',
    declaredAmount: 8000,
    transactionDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+08:00$/) as string,
  })
})

it('sends the name on the bank account: the payer’s own until another is typed', async () => {
  answer(paid)
  show({
    method: 2001,
    files,
    uploadId: 'u',
    declaredAmount: 8800,
    transactionDateTime: inMinutes(-5),
    declaredPayer: 'LIM JIA HUI',
  })
  const field = screen.getByLabelText(/Name on the bank account/)
  expect(field).toHaveValue('LIM JIA HUI')
  await userEvent.clear(field)
  await userEvent.type(field, ' TAN SIEW MING ')
  await userEvent.tab()
  expect(calls.at(-1)).toMatchObject({ path: '/api/cart/method', body: { declaredPayer: 'TAN SIEW MING' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
  expect(payments()[0]?.body).toMatchObject({ declaredPayer: 'TAN SIEW MING' })
})

it('shows the QR code as soon as PayNow is chosen', async () => {
  answer({ status: 200, body: hold() })
  show({})
  await userEvent.click(screen.getByRole('radio', { name: /PayNow/ }))
  expect(await screen.findByRole('img', { name: /QR code for S\$88.00/ })).toBeInTheDocument()
  expect(calls.map(({ path }) => path).sort()).toEqual(['/api/cart/method', '/api/payment/pay-now/qr'])
})

it('sends nothing while the amount is invalid', async () => {
  answer()
  show({ method: 2001, files, uploadId: 'u', transactionDateTime: inMinutes(-5) })
  await userEvent.clear(screen.getByLabelText('Amount transferred'))
  await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
  expect(screen.getByRole('link', { name: /Enter the amount in figures/ })).toHaveAttribute('href', '#transfer-amount')
  expect(payments()).toEqual([])
})

describe('switching the language', () => {
  it('switching the language translates the errors of the transfer fields', async () => {
    answer()
    const { inChinese } = show({ method: 2001, files, uploadId: 'u' })
    await userEvent.click(screen.getByRole('button', { name: 'Send screenshot' }))
    expect(screen.getByRole('link', { name: /Enter the day and time/ })).toBeVisible()
    inChinese()
    const missing = messages.zh['checkout.time-missing'] ?? ''
    expect(screen.getByRole('link', { name: missing })).toHaveAttribute('href', '#transfer-time')
  })
  it('switching the language translates the reason of a refused payment', async () => {
    document.documentElement.lang = 'en'
    answer({ status: 400, body: { code: 'cart-full', title: 'Full of twenty.', params: { max: 20 } } })
    const { inChinese } = show({ method: 1 })
    await payCash()
    expect((await screen.findAllByText(/Full of twenty\./)).length).toBeGreaterThan(0)
    inChinese()
    expect(screen.queryByText(/Full of twenty\./)).toBeNull()
  })
})
