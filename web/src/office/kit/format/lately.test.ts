import { expect, it } from 'vitest'
import { makeT } from '../../../i18n/messages.ts'
import { lately, within } from './lately.ts'
import { messages } from '../../../site/testing/show-page.tsx'

// 26 November 2026, 1:00 am in Singapore: in London it is still the day before.
const now = Date.parse('2026-11-25T17:00:00Z')

it.each([
  ['2026-11-25T16:30:00Z', 'Today 12:30 am', '今天凌晨12:30'],
  ['2026-11-25T15:59:00Z', '25 Nov, 11:59 pm', '11月25日晚上11:59'],
  ['2026-01-02T01:05:00Z', '2 Jan, 9:05 am', '1月2日上午9:05'],
  ['2025-12-31T15:59:00Z', '31 Dec 2025, 11:59 pm', '2025年12月31日晚上11:59'],
])('formats the time %s briefly, with more parts the older it is', (at, en, zh) => {
  expect(lately(makeT('en', messages.en), 'en', at, now)).toBe(en)
  expect(lately(makeT('zh', messages.zh), 'zh', at, now)).toBe(zh)
})

it('names the day inside a sentence', () => {
  expect(within('en', '2026-11-25T16:30:00Z', now)).toBe('26 Nov, 12:30 am')
})
