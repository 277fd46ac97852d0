import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import AboutUsPage from './about-us-key.tsx'
import { showPage } from '../site/testing/show-page.tsx'
import { PolicyPage } from '../features/content/policy-page.tsx'

const part = (title: string) => `<h2>${title}</h2><p>text of ${title}</p>`
const content = { key: 'privacy-policy', title: 'Privacy', updatedAt: '2026-11-21T04:00:00Z' }
const page = (html: string, more = {}) =>
  showPage(PolicyPage, { id: 'misc-privacy-policy', path: '/misc/privacy-policy', data: { ...content, html, ...more } })

test('a long policy has a table of contents with links', () => {
  page(`<p>first</p>${['A', 'B', 'C', 'D'].map(part).join('')}`)
  const parts = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  expect(parts.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C', 'D'])
  for (const link of parts) {
    const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    expect(target).toHaveTextContent(`text of ${link.textContent}`)
  }
  expect(screen.getByText('Last changed on 21 Nov 2026')).toBeVisible()
})

test('a short policy has none', () => {
  page(['A', 'B', 'C'].map(part).join(''))
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a text without a translation shows a notice, and has its lang attribute', () => {
  page(part('第一条'), { title: '隐私', otherLanguage: true })
  expect(screen.getByText(/not yet available in English/)).toBeVisible()
  expect(screen.getByText('隐私')).toHaveAttribute('lang', 'zh-Hans')
  expect(screen.getByText('text of 第一条').closest('[lang]')).toHaveAttribute('lang', 'zh-Hans')
})

test('an about-us page without a translation does the same', () => {
  const data = { ...content, key: 'history', title: '历史', html: '<p>始于1928年</p>', otherLanguage: true, titles: [] }
  showPage(AboutUsPage, { id: 'about-us-key', path: '/about-us/history', data })
  expect(screen.getByText(/not yet available in English/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 }).firstElementChild).toHaveAttribute('lang', 'zh-Hans')
  expect(screen.getByText('始于1928年').closest('[lang]')).toHaveAttribute('lang', 'zh-Hans')
})
