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
])('shows the role %s that nothing can break: %s, depending on whether its acts can be undone', (role, told) => {
  showOffice(<SafeToTry roles={[role]} />)
  expect(screen.queryByRole('heading', { name: 'You cannot break anything' }) !== null).toBe(told)
})
