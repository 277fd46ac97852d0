import { expect, test } from 'vitest'
import { problemVars } from './problem-vars.ts'

test('the accepted words are shown in the reader’s language', () => {
  const params = { value: '?', options: 'Blessing lamp: Family', optionsZh: '光明灯：合家灯' }
  expect(problemVars({ params }, 'en').options).toBe('Blessing lamp: Family')
  expect(problemVars({ params }, 'zh').options).toBe('光明灯：合家灯')
  // An import from an earlier version has only English names.
  expect(problemVars({ params: { options: 'Blessing lamp: Family' } }, 'zh').options).toBe('Blessing lamp: Family')
})
