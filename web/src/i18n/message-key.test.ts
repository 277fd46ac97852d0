import { expect, it } from 'vitest'
import { keyFor, type Translate } from './messages.ts'

it('joins a prefix and the server’s word into a message key', () =>
  expect(keyFor('fault.', 'required')).toBe('fault.required'))

// Lines that must not compile: tsc fails if one does. Nothing calls this function.
export function refusedByTheCompiler(t: Translate) {
  // @ts-expect-error a misspelt key
  t('common.hoem')
  // @ts-expect-error one of the two forms that a count chooses between
  t('cart.give-up-text_one')
  // @ts-expect-error a namespace that no message has
  keyFor('falut.', 'required')
}
