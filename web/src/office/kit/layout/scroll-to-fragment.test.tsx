import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showOffice } from '../../testing/show-office.tsx'
import { scrollToFragment } from './scroll-to-fragment.ts'
import { PageTop } from './page-top.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

function page(name: string) {
  return (
    <>
      <PageTop title={name} />
      <section ref={scrollToFragment('reach')}>
        <input aria-label="Name" />
      </section>
    </>
  )
}

it('a link with a fragment scrolls to that part of the page, otherwise the page starts at its heading', () => {
  window.history.replaceState(null, '', '/admin/contact#reach')
  const first = showOffice(page('Hours'))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(window.location.hash).toBe('')
  first.unmount()
  window.history.replaceState(null, '', '/admin/contact#reach')
  const again = showOffice(page('Hours')) // the first page of a document does not move the focus anyway
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  again.unmount()
  showOffice(page('Hours'))
  expect(screen.getByRole('heading', { name: 'Hours' })).toHaveFocus()
})
