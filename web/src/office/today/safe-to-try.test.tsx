import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showOffice } from '../testing/show-office.tsx'
import { SafeToTry } from './safe-to-try.tsx'

it.each([
  ['editor', true],
  ['treasurer', true],
  ['counter', true],
  ['ritual', false],
  ['admin', false],
])('tells the role %s that nothing can break: %s, since its acts can be taken back or not', (role, told) => {
  showOffice(<SafeToTry roles={[role]} />)
  expect(screen.queryByRole('heading', { name: 'You cannot break anything' }) !== null).toBe(told)
})
