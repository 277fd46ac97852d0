import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPage } from '../testing/show-page.tsx'
import { SideMenu } from './side-menu.tsx'

it('leads a guest to ordering, to finding a lamp, and lists each page once', () => {
  showPage(() => <SideMenu open onClose={() => {}} />, { id: 'home', path: '/', data: null })
  const links = within(screen.getByRole('navigation')).getAllByRole('link')
  const addresses = links.map((link) => link.getAttribute('href'))
  expect(addresses).toEqual(expect.arrayContaining(['/find-my-lamp', '/member/profile/invoices']))
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(screen.getByRole('link', { name: 'Visit and contact' })).toHaveAttribute('href', '/contact-us')
})
