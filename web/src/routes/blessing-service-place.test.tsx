import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Offering } from '../features/offering/use-order.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import OfferingPage from './blessing-service-key.tsx'

/** The test machine may be busy, which makes typing slow. */

const words = (en: string) => ({ en, zh: en })
const option = { chineseTitle: '灯', description: '', terms: ['once' as const], choosesPlace: true }
const placed: Offering = {
  id: 'o1',
  key: 'light-lamp',
  category: { key: 'lamp', title: 'Lamps' },
  title: 'Blessing lamp',
  chineseTitle: '光明灯',
  summary: '',
  html: '',
  art: 'lamp',
  state: 'open',
  form: null,
  options: [
    { ...option, id: 'one', key: 'one', title: 'One person', price: 3800 },
    { ...option, id: 'family', key: 'family', title: 'Family', price: 8800 },
  ],
}
const page = () =>
  showPage(OfferingPage, { id: 'blessing-service-key', path: '/blessing-service/light-lamp', data: placed })

describe('choosing a lamp position', () => {
  const tower = {
    id: 't',
    code: 'A',
    title: words('Tower A'),
    way: words(''),
    x: 5,
    y: 75,
    rows: 2,
    units: 20,
    upwards: true,
  }
  const hall = { key: 'main', title: words('Main Hall'), towers: [tower], free: [3] }
  const rows = [
    { row: 1, free: 1 },
    { row: 2, free: 2 },
  ]
  const second = [
    { id: 'p1', code: 'A-02-01', unit: 1 },
    { id: 'p3', code: 'A-02-03', unit: 3 },
  ]

  test('a lamp position is left to the temple by default; a chosen one is sent with the order, and can be unchosen', async () => {
    const sent = answerCalls(
      [200, { items: [hall] }],
      [200, { rows, row: 2, places: second }],
      [200, { id: 'c', currency: 'SGD', subTotal: 0, items: [] }],
    )
    page()
    expect(screen.getByText('The temple chooses a good place for you.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Choose a place myself' }))
    await userEvent.click(await screen.findByRole('button', { name: 'A-02-03' }))
    await userEvent.click(screen.getByRole('button', { name: 'Take A-02-03' }))
    expect(screen.getByText('Place A-02-03')).toBeInTheDocument()
    // Another option has its own positions.
    await userEvent.click(screen.getByRole('radio', { name: /^Family/ }))
    expect(screen.getByText('The temple chooses a good place for you.')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Add to cart' })[0]!)
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[2]?.body).toMatchObject({ items: [{ optionId: 'family', positions: [] }] })
  })

  test('choosing a lamp position with an unusable answer loses nothing and offers a retry', async () => {
    answerCalls([404], [200, { items: [] }])
    page()
    await userEvent.click(screen.getByRole('button', { name: 'Choose a place myself' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No place is free to choose at the moment.')).toBeInTheDocument()
  })
})
