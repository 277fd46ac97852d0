import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeCartStore } from '../site/cart/cart-store.ts'
import { cartOf, lampItem } from '../site/testing/samples.ts'
import { showPage } from '../site/testing/show-page.tsx'
import CheckoutPage from './cart-checkout.tsx'

test('a cart that has just been paid stays on show until the page of its order does', () => {
  const { cache } = showPage(CheckoutPage, { id: 'cart-checkout', path: '/cart/checkout', data: cartOf(lampItem) })
  act(() => makeCartStore(cache).clear())
  expect(screen.getAllByText('Blessing lamp')).not.toHaveLength(0)
})
