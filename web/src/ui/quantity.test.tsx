import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import { Quantity } from './quantity.tsx'

function Counted() {
  const [value, setValue] = useState(1)
  return <Quantity label="Quantity" value={value} most={2} onChange={setValue} />
}

test.each([
  ['en', 'Quantity 1', 'Quantity 2 (at most 2)', 'Quantity: one more'],
  ['zh', 'Quantity 1', 'Quantity 2 （最多2）', 'Quantity：增加一份'],
] as const)('in %s a change is announced with the unit and the maximum', (locale, before, after, more) => {
  showPage(() => <Counted />, { id: 'home', path: '/', data: null, locale })
  expect(screen.getByRole('status')).toHaveTextContent(before)
  act(() => screen.getByRole('button', { name: more }).click())
  expect(screen.getByRole('status')).toHaveTextContent(after)
  expect(screen.getByRole('button', { name: more })).toHaveAttribute('aria-disabled', 'true')
})
