import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { keptMerged } from '../../site/cart/merged.ts'
import { showPage } from '../../site/testing/show-page.tsx'
import { MergedNotice } from './merged-notice.tsx'

it('shows how many items the login merged into the cart, until the notice is closed', async () => {
  keptMerged.write(2)
  const { unmount } = showPage(MergedNotice, { id: 'cart', path: '/cart', data: null })
  expect(screen.getByRole('status')).toHaveTextContent('2 offerings from your saved cart have come back')
  await userEvent.click(screen.getByRole('button', { name: 'Keep them all' }))
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  showPage(MergedNotice, { id: 'cart', path: '/cart', data: null })
  expect(screen.queryByRole('status')).toBeNull()
})
