import { expect, it } from 'vitest'
import { isComposing } from './is-composing.ts'

it.each([
  ['Chrome, while it composes', { key: 'Enter', isComposing: true, keyCode: 229 }, true],
  ['Safari, which has just ended the composition', { key: 'Enter', isComposing: false, keyCode: 229 }, true],
  ['a key of its own', { key: 'Enter', isComposing: false, keyCode: 13 }, false],
])('detects input-method composition: %s', (_, init, composing) => {
  expect(isComposing(new KeyboardEvent('keydown', init))).toBe(composing)
})
