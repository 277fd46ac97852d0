import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cart } from '../domain/cart.ts'
import { failureSolved } from '../forms/failure-store.ts'
import type { Page } from '../site/router/payload.tsx'
import { sessionSlot } from '../site/session/session-store.ts'
import { cartOf, lampItem as lamp, oilItem as oil } from '../site/testing/samples.ts'
import { answerCalls, messages, showPage } from '../site/testing/show-page.tsx'
import { toastStore } from '../ui/toast-store.ts'
import CartPage from './cart.tsx'

const cart = cartOf(lamp, oil)
const none: Cart = { ...cart, id: '', items: [] }

const page = (data: Cart | null, more: Partial<Page> = {}) =>
  showPage(CartPage, { id: 'cart', path: '/cart', data, ...more })
const places = () => [...(screen.getAllByRole('list')[0]?.children ?? [])] as HTMLElement[]
const rows = () => places().filter((place) => place.querySelector('h3'))
const titles = () => places().map((place) => /Blessing lamp|Oil|Candle/.exec(place.textContent)?.[0])
const remove = (title: string) => userEvent.click(screen.getByRole('button', { name: `Remove ${title}` }))
const undo = (title: string) => screen.getByRole('button', { name: `Undo: ${title} removed` })
const lastToast = () => toastStore.current().at(-1)
const quiet = () => vi.mocked(console.warn).mockClear()

beforeEach(() => {
  vi.unstubAllGlobals()
  failureSolved()
})

describe('an item removed from the cart', () => {
  const lampAlone: Cart = { ...cart, subTotal: 8800, items: [lamp] }
  const oilAlone: Cart = { ...cart, subTotal: 2000, items: [oil] }

  test('a removed item leaves an undo button in its place, with the focus', async () => {
    const sent = answerCalls([200, oilAlone])
    page(cart)
    await remove('Blessing lamp')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(sent[0]?.call).toBe('PUT /api/cart/remove/i1')
    expect(places()[0]).toHaveTextContent('Blessing lamp removed')
    expect(undo('Blessing lamp')).toHaveFocus()
  })

  test('a removed item is restored with its option, term, names and answers', async () => {
    const yearly = { ...lamp, term: 'yearly' } as const
    const again = { ...yearly, id: 'i3' }
    const sent = answerCalls([200, oilAlone], [200, { ...cart, items: [oil, again] }])
    page({ ...cart, items: [yearly, oil] })
    await remove('Blessing lamp')
    await userEvent.click(undo('Blessing lamp'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(sent[1]).toMatchObject({
      call: 'POST /api/cart',
      body: {
        items: [{ offeringId: 'o', optionId: 'p', quantity: 1, term: 'yearly', form: lamp.form }],
      },
    })
    expect(places()).toHaveLength(2)
    expect(lastToast()).toMatchObject({ text: 'Blessing lamp is back in your cart.', type: 'success' })
    expect(screen.getByRole('link', { name: 'Blessing lamp' })).toHaveFocus()
  })

  test('a removed item is restored with the amount that the visitor chose', async () => {
    const gift = { ...oil, quantity: 1, openAmount: true, unitPrice: 5000, amount: 5000 }
    const sent = answerCalls([200, { ...cart, items: [] }], [200, { ...cart, items: [{ ...gift, id: 'i3' }] }])
    page({ ...cart, items: [gift] })
    await remove('Oil')
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
    expect(undo('Oil')).toHaveFocus()
    await userEvent.click(undo('Oil'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(sent[1]?.body).toMatchObject({ items: [{ quantity: 1, amount: 5000 }] })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test('a removed item is restored with its chosen positions, except one sold meanwhile', async () => {
    const chosen = [
      { id: 'p8', code: 'A-04-08', free: true },
      { id: 'p9', code: 'A-04-09', free: true },
    ]
    const placed = { ...lamp, quantity: 2, places: chosen }
    const sent = answerCalls(
      [200, oilAlone],
      [
        400,
        {
          code: 'invalid-fields',
          title: 'Please look at it again.',
          errors: [{ field: 'items[0].positions[0]', code: 'position-taken', title: 'A-04-08 has just been taken.' }],
        },
      ],
      [200, oilAlone],
      [200, { ...cart, items: [oil, { ...placed, id: 'i3', places: [chosen[1]!] }] }],
    )
    page({ ...cart, items: [placed, oil] })
    await remove('Blessing lamp')
    await userEvent.click(undo('Blessing lamp'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    const posts = sent.filter(({ call }) => call === 'POST /api/cart')
    expect(posts.map(({ body }) => (body as { items: { positions: string[] }[] }).items[0]?.positions)).toEqual([
      ['p8', 'p9'],
      ['p9'],
    ])
    expect(lastToast()?.text).toBe('Blessing lamp is back in your cart. A-04-08 has just been taken.')
  })

  test('a removed item that is restored at another price reports it', async () => {
    answerCalls([200, lampAlone], [200, { ...cart, items: [lamp, { ...oil, id: 'i3', unitPrice: 1200 }] }])
    page(cart)
    await remove('Oil')
    await userEvent.click(undo('Oil'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(lastToast()?.text).toBe('Oil is back in your cart. The price was S$10.00 and is now S$12.00.')
  })

  test('removed items keep their places until each is restored', async () => {
    const third = { ...oil, id: 'i4', title: 'Candle' }
    const more: Cart = { ...cart, items: [lamp, oil, third] }
    answerCalls(
      [200, { ...more, items: [lamp, third] }],
      [200, { ...more, items: [third] }],
      [200, { ...more, items: [third, { ...lamp, id: 'i5' }] }],
    )
    page(more)
    await remove('Oil')
    await remove('Blessing lamp')
    await waitFor(() => expect(undo('Blessing lamp')).toHaveFocus())
    expect(titles()).toEqual(['Blessing lamp', 'Oil', 'Candle'])
    await userEvent.click(undo('Blessing lamp'))
    await waitFor(() => expect(titles()).toEqual(['Oil', 'Candle', 'Blessing lamp']))
    expect(undo('Oil')).toBeInTheDocument()
  })

  test.each([
    ['en', 'Remove Blessing lamp', 'Undo: Blessing lamp removed', 'Blessing lamp could not be put back.'],
    ['zh', '移除Blessing lamp', '撤销移除Blessing lamp', 'Blessing lamp未能放回供养车。'],
  ] as const)(
    'a removed item reports when its position was sold meanwhile, and shows its names (%s)',
    async (locale, taken, back, words) => {
      const title =
        locale === 'zh' ? '名额不足，尚余0个，请减少数量。' : 'There are not enough places left: 0 remaining.'
      const refusal = {
        code: 'invalid',
        title: 'x',
        errors: [{ field: 'items[0].optionId', code: 'item-sold-out', title }],
      }
      const again = { ...lamp, id: 'i3' }
      const sent = answerCalls(
        [200, oilAlone],
        [400, refusal],
        [200, oilAlone],
        [200, { ...cart, items: [oil, again] }],
      )
      page(cart, { locale })
      await userEvent.click(screen.getByRole('button', { name: taken }))
      await userEvent.click(screen.getByRole('button', { name: back }))
      expect(await screen.findByText(words)).toBeInTheDocument()
      expect(screen.getByRole('alert')).toHaveTextContent(title)
      expect(screen.getByText('陈𠮷玲')).toBeInTheDocument()
      const tryAgain = screen.getByRole('button', { name: locale === 'zh' ? '再试一次' : 'Try again' })
      expect(tryAgain).toHaveFocus()
      await userEvent.click(tryAgain)
      await waitFor(() => expect(rows()).toHaveLength(2))
      expect(screen.queryByText(words)).toBeNull()
      expect(sent[3]?.key, 'one restoring, however often it is sent').toBe(sent[1]?.key)
    },
  )

  test('a removed item that cannot be restored stays until dismissed', async () => {
    answerCalls([200, oilAlone], [400, { code: 'cart-full', title: 'The cart is full.' }], [200, oilAlone])
    page(cart)
    await remove('Blessing lamp')
    await userEvent.click(undo('Blessing lamp'))
    expect(await screen.findByText('The cart is full.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Hide this: Blessing lamp' }))
    expect(screen.queryByText('The cart is full.')).toBeNull()
    expect(places()).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('a removed item that cannot be restored shows the reason in the current language', async () => {
    const refusal = { code: 'cart-full', title: 'The cart is full.', params: { max: 20 } }
    answerCalls([200, oilAlone], [400, refusal], [200, oilAlone])
    const { change } = page(cart)
    await remove('Blessing lamp')
    await userEvent.click(undo('Blessing lamp'))
    expect(await screen.findByText('The cart is full.')).toBeInTheDocument()
    change({ locale: 'zh' })
    const inChinese = messages.zh['fault.cart-full']?.replace('{max}', '20') ?? ''
    expect(screen.getByText(inChinese)).toBeInTheDocument()
    expect(screen.queryByText('The cart is full.')).toBeNull()
  })

  test('a removed item can still be restored after a request without an answer', async () => {
    answerCalls([200, lampAlone], 'no answer', [200, lampAlone], [200, cart])
    page(cart)
    await remove('Oil')
    await userEvent.click(undo('Oil'))
    expect(await screen.findByText(/Something went wrong/)).toBeInTheDocument()
    expect(undo('Oil')).toHaveFocus()
    await userEvent.click(undo('Oil'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.queryByText(/Something went wrong/)).toBeNull()
    quiet()
  })

  test('restoring the last item is not overwritten by an older answer with an empty cart', async () => {
    answerCalls([200, { ...cart, items: [] }], [200, lampAlone])
    const { change } = page(lampAlone)
    await remove('Blessing lamp')
    await userEvent.click(undo('Blessing lamp'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    change({ data: none })
    expect(rows()).toHaveLength(1)
  })

  test('a removed item is discarded when the visitor signs out', async () => {
    answerCalls([200, lampAlone])
    const { cache } = page(cart)
    await remove('Oil')
    expect(undo('Oil')).toBeInTheDocument()
    act(() => cache.forget(sessionSlot))
    expect(screen.queryByText('Oil')).toBeNull()
  })

  test('a removed item is not kept when the whole cart is emptied', async () => {
    answerCalls([200, lampAlone], [200, { cancelled: true }])
    page(cart)
    await remove('Oil')
    await userEvent.click(screen.getByRole('button', { name: 'Empty the cart' }))
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }))
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })
})
