import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { OfferingIndex, OfferingSummary } from '../../domain/offering.ts'
import { showOffice } from '../testing/show-office.tsx'
import { Catalogue } from './catalogue.tsx'

const offering = (key: string, category: string, pinyin: string, state: OfferingSummary['state'] = 'open') =>
  ({
    id: key,
    key,
    category,
    title: key,
    chineseTitle: '灯',
    words: ` ${key}`,
    pinyin,
    fromPrice: 1000,
    state,
  }) as OfferingSummary & OfferingIndex

const offerings = [
  offering('lamp', 'lamps', 'guang ming deng'),
  offering('oil', 'lamps', 'you'),
  offering('rice', 'giving', 'mi'),
  offering('tablet', 'ancestors', 'pai wei', 'sold-out'),
]
const titles = {
  en: { lamps: 'Lamps', giving: 'Giving', ancestors: 'Ancestors', all: 'All', group: 'Types of offering' },
  zh: { lamps: '点灯', giving: '布施', ancestors: '超荐', all: '全部', group: '供养类别' },
}

function show(locale: 'en' | 'zh' = 'en') {
  const onChoose = vi.fn<(key: string) => void>()
  const words = titles[locale]
  const categories = (['lamps', 'giving', 'ancestors'] as const).map((key) => ({ key, title: words[key] }))
  showOffice(<Catalogue offerings={offerings} categories={categories} onChoose={onChoose} />, locale)
  return { onChoose, words }
}

const filter = (name: string) => screen.getByRole('button', { name })
const tiles = () => screen.getAllByRole('listitem').map((tile) => tile.textContent?.match(/^[a-z]+/)?.[0])
const headings = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

it.each(['en', 'zh'] as const)('offerings are grouped by category, and a tap shows one category: %s', (locale) => {
  const { onChoose, words } = show(locale)
  expect(screen.getByRole('group', { name: words.group })).toBeInTheDocument()
  expect(headings()).toEqual([words.lamps, words.giving])
  expect(filter(words.all)).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByRole('button', { name: words.ancestors })).toBeNull() // none of its offerings can be ordered
  fireEvent.click(filter(words.giving))
  expect(tiles()).toEqual(['rice'])
  expect(filter(words.giving)).toHaveAttribute('aria-pressed', 'true')
  expect(filter(words.all)).toHaveAttribute('aria-pressed', 'false')
  fireEvent.click(screen.getByRole('button', { name: /^rice/ }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('rice')
  fireEvent.click(filter(words.all))
  expect(tiles()).toEqual(['lamp', 'oil', 'rice'])
})

it('searches within the category, shows the number of results, and offers to clear the search', () => {
  show()
  fireEvent.click(filter('Lamps'))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'gmd' } })
  expect(tiles()).toEqual(['lamp'])
  expect(screen.getByText('1 offering')).toBeInTheDocument()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'rice' } })
  expect(screen.queryAllByRole('listitem')).toEqual([])
  fireEvent.click(filter('Show all offerings'))
  expect(tiles()).toEqual(['rice'])
})
