import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { OfferingSummary } from '../domain/offering.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import CataloguePage from './blessing-service.tsx'

const offering = (key: string, title: string, category: string): OfferingSummary => ({
  id: key,
  key,
  title,
  category,
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
  offerings: [offering('light-lamp', 'Blessing lamp', 'lamp'), offering('peace', 'Peace', 'prayer')],
}
const index = {
  items: [
    { key: 'light-lamp', words: ' blessing lamp birthday', pinyin: 'guang ming/meng deng' },
    { key: 'peace', words: ' peace', pinyin: 'ping an' },
  ],
}
const page = (search = '', shown: object = data) =>
  showPage(CataloguePage, { id: 'blessing-service', path: '/blessing-service', data: shown, search })
const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
afterEach(() => vi.unstubAllGlobals())

test('pinyin finds an offering, and the number of results is announced', async () => {
  const sent = answerCalls([200, index])
  page()
  expect(sent).toEqual([])
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'guang ming')
  await waitFor(() => expect(names()).toEqual(['Blessing lamp']))
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/offering-index'])
  expect(screen.getByRole('status')).toHaveTextContent('1 offering')
})

test('nobody is told that there is nothing before the whole index has been searched', async () => {
  const waiting: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => waiting.push(done)))
  page()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'birthday')
  expect(names()).toHaveLength(2)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  waiting[0]?.(new Response(JSON.stringify(index)))
  await waitFor(() => expect(names()).toEqual(['Blessing lamp']))
})

test('without an answer a search finds what the cards show, and the next one asks again', async () => {
  answerCalls()
  page()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'lamp')
  expect(names()).toEqual(['Blessing lamp'])
  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  vi.mocked(console.warn).mockClear()
  await user.clear(screen.getByRole('searchbox'))
  await user.tab()
  answerCalls([200, index])
  await user.type(screen.getByRole('searchbox'), 'gmd')
  await waitFor(() => expect(names()).toEqual(['Blessing lamp']))
})

test('no results: a link to all offerings and the phone number', async () => {
  answerCalls([200, index])
  page()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'car')
  await waitFor(() => expect(names()).toEqual([]))
  expect(screen.getByRole('link', { name: /6000 0000/ })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show all offerings' }))
  expect(names()).toHaveLength(2)
})

test('a search in the URL is applied', async () => {
  answerCalls([200, index])
  page('?q=gmd')
  expect(screen.getByRole('searchbox')).toHaveValue('gmd')
  await waitFor(() => expect(names()).toEqual(['Blessing lamp']))
})

test('a category in the URL is applied, and category links keep the search', async () => {
  answerCalls([200, index])
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
