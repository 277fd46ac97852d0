import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { showOffice } from '../../testing/show-office.tsx'
import { onDemand } from './on-demand.tsx'

afterEach(() => vi.unstubAllGlobals())

const Part = ({ name }: { name: string }) => <p>Here is {name}</p>

it('a chunk that fails to load leaves the page in place and offers a retry', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no network')))
  let there = false
  const load = vi.fn<() => Promise<typeof Part>>(async () => {
    if (!there) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  })
  const Late = onDemand(load, { lines: 3 })
  showOffice(
    <>
      <input aria-label="Title" defaultValue="Typed" />
      <Late name="the editor" />
    </>,
  )
  expect(await screen.findByText('This could not be loaded')).toBeInTheDocument()
  expect(screen.getByLabelText('Title')).toHaveValue('Typed')
  vi.mocked(console.error).mockClear() // React logs the caught error

  const again = screen.getByRole('button', { name: 'Try again' })
  await userEvent.click(again) // the server is still not available
  expect(again).toBeInTheDocument()
  there = true
  await userEvent.click(again)
  expect(await screen.findByText('Here is the editor')).toBeInTheDocument()
  expect(screen.queryByText('This could not be loaded')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Title')).toHaveValue('Typed')
})

it('shows a chunk that is already loaded immediately', async () => {
  const Late = onDemand(async () => Part)
  const first = showOffice(<Late name="one" />)
  expect(await screen.findByText('Here is one')).toBeInTheDocument()
  first.unmount()
  showOffice(<Late name="two" />)
  expect(await screen.findByText('Here is two')).toBeInTheDocument()
})
