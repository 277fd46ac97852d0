import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import { PolicyConsent } from '../features/account/policy-consent.tsx'
import { KeptList } from '../features/personal/kept-list.tsx'
import { Footer } from '../site/shell/footer.tsx'
import { Header } from '../site/shell/header.tsx'
import { SideMenu } from '../site/shell/side-menu.tsx'
import NotFoundPage from './not-found.tsx'

test('the 404 page searches the offerings, has links, and shows the phone number', async () => {
  const { navigate } = showPage(NotFoundPage, { id: 'not-found', path: '/nowhere', data: null })
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), '光明 lamp{Enter}')
  expect(navigate).toHaveBeenCalledWith(`/blessing-service?q=${encodeURIComponent('光明 lamp')}`)
  expect(screen.getByRole('search')).toHaveAttribute('action', '/blessing-service')
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Visit and contact' })).toHaveAttribute('href', '/contact-us')
  expect(screen.getByRole('link', { name: /6000 0000/ })).toHaveAttribute('href', 'tel:60000000')
})

/** Links to every page that the temple must publish first. */
function WaysOn() {
  return (
    <>
      <Header onMenu={() => undefined} />
      <SideMenu open onClose={() => undefined} />
      <NotFoundPage />
      <PolicyConsent />
      <KeptList />
      <Footer slim={false} />
    </>
  )
}

test.each([
  ['/about-us', 'about-us'],
  ['/misc/faq', 'misc-faq'],
  ['/misc/privacy-policy', 'misc-privacy-policy'],
  ['/misc/service-policy', 'misc-service-policy'],
  ['/misc/term-and-condition', 'misc-term-and-condition'],
])('no link to %s before the temple has published it', (path, id) => {
  const ways = (unwritten: string[]) => {
    const { unmount } = showPage(WaysOn, { id: 'not-found', path: '/x', data: null, site: { unwritten } })
    const found = [...document.querySelectorAll(`a[href="${path}"]`)].length
    unmount()
    return found
  }
  expect(ways([])).toBeGreaterThan(1)
  expect(ways([id])).toBe(0)
  showPage(PolicyConsent, { id: 'x', path: '/x', data: null, site: { unwritten: [id] } })
  expect(screen.getByText(/Privacy policy/)).toBeVisible()
})
