import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import NotFoundPage from './not-found.tsx'

test('a page not found searches the services, leads on, and has the telephone', async () => {
  const { navigate } = showPage(NotFoundPage, { id: 'not-found', path: '/nowhere', data: null })
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), '光明 lamp{Enter}')
  expect(navigate).toHaveBeenCalledWith(`/blessing-service?q=${encodeURIComponent('光明 lamp')}`)
  expect(screen.getByRole('search')).toHaveAttribute('action', '/blessing-service')
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Visit and contact' })).toHaveAttribute('href', '/contact-us')
  expect(screen.getByRole('link', { name: /6000 0000/ })).toHaveAttribute('href', 'tel:60000000')
})
