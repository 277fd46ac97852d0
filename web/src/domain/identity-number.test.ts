import { expect, it } from 'vitest'
import cases from '../../../testdata/identity-numbers.json'
import { hasIdentityNumber } from './identity-number.ts'

it.each(cases)('detects an NRIC or FIN in “$text”: $found', ({ text, found }) => {
  expect(hasIdentityNumber(text)).toBe(found)
})
