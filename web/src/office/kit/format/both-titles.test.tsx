import { expect, it } from 'vitest'
import { showOffice } from '../../testing/show-office.tsx'
import { BothTitles } from './both-titles.tsx'
import { LunarDate } from './lunar-date.tsx'

it.each([
  ['en', ['Blessing lamp', '光明灯']],
  ['zh', ['光明灯', 'Blessing lamp']],
] as const)('shows the title in the reader’s language first: %s', (locale, titles) => {
  const { container } = showOffice(<BothTitles title={{ en: 'Blessing lamp', zh: '光明灯' }} />, locale)
  expect([...container.querySelectorAll('[lang]')].map(({ textContent }) => textContent)).toEqual(titles)
})

it('does not break a lunar date across lines', () => {
  const { container } = showOffice(<LunarDate>十月廿一</LunarDate>, 'en')
  expect(container.querySelector('[lang="zh-Hans"]')).toHaveClass('whitespace-nowrap')
})
