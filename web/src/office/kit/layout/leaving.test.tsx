import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Link, Redirect, Route, Router, Switch } from 'wouter'
import { upload } from '../../../api/upload.ts'
import { showOffice } from '../../testing/show-office.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { leaving } from './leaving.ts'
import { useUploads } from '../pictures/use-uploads.ts'

vi.mock('../../../api/upload.ts', () => ({ upload: vi.fn<typeof upload>() }))

const hall = new File(['hall'], 'hall.jpg', { type: 'image/jpeg' })

/** A page that is sending, and two others. */
function Sending({ within }: { within?: string }) {
  const { list, send } = useUploads(() => undefined, { within })
  return (
    <>
      <button type="button" onClick={() => send([hall])}>
        Send
      </button>
      {list.map(({ key, state }) => (
        <p key={key}>{state}</p>
      ))}
    </>
  )
}

function show(path: string, within?: string) {
  history.replaceState(null, '', path)
  showOffice(
    <Router base="/admin" aroundNav={leaving.around}>
      <Link href="/pages">Pages</Link>
      <Link href="/pages/history">History</Link>
      <Link href="/pictures/one">One picture</Link>
      <Link href="/pictures?unused=1">Those not in use</Link>
      <Link href="/picturesque">Another area</Link>
      <Link href="/">Start</Link>
      <Switch>
        <Route path="/pictures/:id?">
          <Sending within={within} />
        </Route>
        <Route path="/pages/history">
          <Sending within={within} />
        </Route>
        <Route path="/">
          <Redirect to="/pages" replace />
        </Route>
        <Route>Another page</Route>
      </Switch>
      <LeaveDialog />
    </Router>,
  )
}

const press = (name: string) => userEvent.click(screen.getByText(name))
const question = () => screen.queryByRole('dialog', { name: 'Pictures are still uploading' })

let cut: () => void
beforeEach(() => {
  vi.mocked(upload).mockReset()
  vi.mocked(upload).mockImplementation(
    () =>
      new Promise((_, fail) => {
        cut = () => fail(new Error('cut'))
      }),
  )
})

it('follows a link at once when nothing is uploading', async () => {
  show('/admin/pages/history')
  await press('Pages')
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pages')
})

it('asks before following a link during an upload; the user can stay or leave', async () => {
  show('/admin/pages/history')
  await press('Send')
  await press('Pages')
  expect(question()).toBeVisible()
  expect(location.pathname).toBe('/admin/pages/history')
  await press('Stay here')
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pages/history')
  expect(screen.getByText('sending')).toBeVisible()
  await press('Pages')
  await press('Leave anyway')
  expect(location.pathname).toBe('/admin/pages')
  expect(screen.getByText('Another page')).toBeVisible()
  await press('One picture')
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pictures/one')
})

it('closes the question when the upload has ended, and stays on the page to show the result', async () => {
  show('/admin/pages/history')
  await press('Send')
  await press('Pages')
  expect(question()).toBeVisible()
  await act(async () => cut())
  expect(await screen.findByText('failed')).toBeVisible()
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pages/history')
  await press('Pages')
  expect(location.pathname).toBe('/admin/pages')
})

it('does not ask when moving within a page that continues uploading', async () => {
  show('/admin/pictures', '/admin/pictures')
  await press('Send')
  await press('One picture')
  expect(location.pathname).toBe('/admin/pictures/one')
  await press('Those not in use')
  expect(location.search).toBe('?unused=1')
  expect(question()).toBeNull()
  expect(screen.getByText('sending')).toBeVisible()
  await press('Another area')
  expect(question()).toBeVisible()
  await press('Stay here')
})

it('asks once when the page redirects to another one', async () => {
  show('/admin/pages/history')
  await press('Send')
  await press('Start')
  await press('Leave anyway')
  expect(location.pathname).toBe('/admin/pages')
  expect(question()).toBeNull()
})

// Registered before any other listener, so that it can stop those after it.
const gone = vi.hoisted(() => {
  const heard = { done: () => {} }
  window.addEventListener('popstate', () => heard.done(), true)
  return heard
})

/** A step in the browser's history, and its consequences. */
const step = (by: number) =>
  act(async () => {
    const there = new Promise<void>((done) => {
      gone.done = done
    })
    history.go(by)
    await there
  })

it('asks on Back during an upload, and stays or goes back', async () => {
  show('/admin/pages')
  await press('History')
  await press('Send')
  await step(-1)
  expect(question()).toBeVisible()
  expect(location.pathname).toBe('/admin/pages/history')
  expect(screen.getByText('sending')).toBeVisible()
  await press('Stay here')
  expect(screen.getByText('sending')).toBeVisible()
  await step(-1)
  expect(location.pathname).toBe('/admin/pages/history')
  await press('Leave anyway')
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(location.pathname).toBe('/admin/pages')
  expect(question()).toBeNull()
  await step(1)
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pages/history')
})

it('asks on Forward too', async () => {
  show('/admin/pages/history')
  await press('Pages')
  await step(-1)
  await press('Send')
  await step(1)
  expect(question()).toBeVisible()
  expect(location.pathname).toBe('/admin/pages/history')
  await press('Leave anyway')
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(location.pathname).toBe('/admin/pages')
})

it('goes back within a page that continues uploading', async () => {
  show('/admin/pictures', '/admin/pictures')
  await press('One picture')
  await press('Send')
  await press('Those not in use')
  await step(-1)
  expect(location.pathname).toBe('/admin/pictures/one')
  await step(-1)
  expect(location.pathname).toBe('/admin/pictures')
  expect(question()).toBeNull()
  expect(screen.getByText('sending')).toBeVisible()
})

it('does not ask on Back after everything is uploaded', async () => {
  show('/admin/pages')
  await press('History')
  await press('Send')
  await act(async () => cut())
  expect(await screen.findByText('failed')).toBeVisible()
  await step(-1)
  expect(question()).toBeNull()
  expect(location.pathname).toBe('/admin/pages')
})
