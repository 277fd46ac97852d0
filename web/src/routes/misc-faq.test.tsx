import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import FaqPage from './misc-faq.tsx'

const faq = {
  key: 'faq',
  title: 'Common questions',
  html: '<p>Ask us.</p>',
  updatedAt: '2026-11-21T04:00:00Z',
  items: [
    { key: 'faq-cash', question: 'Can I pay in cash?', html: '<p>Yes, at the counter.</p>' },
    { key: 'faq-names', question: 'In English only?', html: '<p>Yes, in any script.</p>' },
    { key: 'faq-old', question: '何时？', html: '<p>随时</p>', otherLanguage: true },
  ],
}
const page = (data = faq) => showPage(FaqPage, { id: 'misc-faq', path: '/misc/faq', data })
const box = () => screen.getByRole('searchbox', { name: 'Search questions' })
const questions = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
/** The test machine may be busy, which makes typing slow. */

afterEach(() => {
  location.hash = ''
})

test('searches while typing, announces the number of answers, and shows all again', async () => {
  page()
  const user = userEvent.setup()
  expect(document.querySelector('p[role=status]')).toBeEmptyDOMElement()
  await user.type(box(), 'yes')
  expect(questions()).toEqual(['Can I pay in cash?', 'In English only?'])
  expect(screen.getByText('2 answers').closest('[role=status]')).toBeInTheDocument()
  await user.type(box(), ' counter')
  expect(questions()).toEqual(['Can I pay in cash?'])
  expect(screen.getByText('1 answer')).toBeInTheDocument()
  await user.clear(box())
  expect(questions()).toHaveLength(3)
})

test('no results: a link to all answers and the phone number', async () => {
  page()
  const user = userEvent.setup()
  await user.type(box(), 'parking')
  expect(questions()).toEqual(['No question matches'])
  expect(screen.getByRole('link', { name: /6000 0000/ })).toHaveAttribute('href', 'tel:60000000')
  await user.click(screen.getByRole('button', { name: 'Show all questions' }))
  expect(questions()).toHaveLength(3)
  expect(box()).toHaveValue('')
})

test('a fragment in the URL opens its answer', () => {
  location.hash = '#faq-names'
  page()
  expect(document.querySelector('details[open]')).toHaveAttribute('id', 'faq-names')
})

test('each answer has a link to copy', async () => {
  page()
  const user = userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  const [first] = screen.getAllByRole('button', { name: 'Copy link to this answer', hidden: true })
  if (first) await user.click(first)
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/misc/faq#faq-cash`)
})

test('an answer in the other language is marked with its language', () => {
  page()
  expect(document.getElementById('faq-old')).toHaveAttribute('lang', 'zh-Hans')
  expect(document.getElementById('faq-cash')).not.toHaveAttribute('lang')
})

test('no questions yet: the phone number', () => {
  page({ ...faq, items: [] })
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: /6000 0000/ })).toBeVisible()
})
