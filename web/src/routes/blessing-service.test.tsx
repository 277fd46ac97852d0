import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { OfferingSummary } from '../domain/offering.ts'
import { showPage } from '../site/testing/show-page.tsx'
import CataloguePage from './blessing-service.tsx'

const offering = (key: string, title: string, category: string, pinyin: string): OfferingSummary => ({
  id: key,
  key,
  title,
  category,
  pinyin,
  words: ` ${title.toLowerCase()}`,
  chineseTitle: '',
  summary: '',
  art: 'lamp',
  fromPrice: 3800,
  state: 'open',
})
const data = {
  categories: [
    { key: 'lamp', title: 'Lamps' },
    { key: 'prayer', title: 'Prayers' },
  ],
  offerings: [
    offering('light-lamp', 'Blessing lamp', 'lamp', 'guang ming/meng deng'),
    offering('peace', 'Peace', 'prayer', 'ping an'),
  ],
}
const page = (search = '', shown: object = data) =>
  showPage(CataloguePage, { id: 'blessing-service', path: '/blessing-service', data: shown, search })
const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
vi.setConfig({ testTimeout: 30_000 })

test('pinyin finds an offering, and the number of results is announced', async () => {
  page()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'guang ming')
  expect(names()).toEqual(['Blessing lamp'])
  expect(screen.getByRole('status')).toHaveTextContent('1 offering')
})

test('no results: a link to all offerings and the phone number', async () => {
  page()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'car')
  expect(names()).toEqual([])
  expect(screen.getByRole('link', { name: /6000 0000/ })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show all offerings' }))
  expect(names()).toHaveLength(2)
})

test('a search in the URL is applied', () => {
  page('?q=gmd')
  expect(screen.getByRole('searchbox')).toHaveValue('gmd')
  expect(names()).toEqual(['Blessing lamp'])
})

test('a category in the URL is applied, and category links keep the search', async () => {
  page('?category=prayer')
  expect(names()).toEqual(['Peace'])
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'lamp')
  expect(screen.getByRole('link', { name: 'Lamps' })).toHaveAttribute('href', '/blessing-service?category=lamp&q=lamp')
})

test('no offerings at all: the phone number', () => {
  page('', { categories: [], offerings: [] })
  expect(screen.getByRole('link', { name: /6000 0000/ })).toBeVisible()
})
