import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { upload } from '../../../api/upload.ts'
import { useUploads } from './use-uploads.ts'

vi.mock('../../../api/upload.ts', () => ({ upload: vi.fn<typeof upload>() }))

/** Whether the browser asks before it unloads the page. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const show = () =>
  renderHook(() => useUploads(() => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })

const hall = new File(['hall'], 'hall.jpg', { type: 'image/jpeg' })
const gate = new File(['gate'], 'gate.jpg', { type: 'image/jpeg' })

beforeEach(() => {
  vi.mocked(upload).mockReset()
})

it('asks before the page is unloaded while a file is uploading or queued, and not afterwards', async () => {
  const ends: (() => void)[] = []
  vi.mocked(upload).mockImplementation(() => new Promise((_, fail) => ends.push(() => fail(new Error('cut')))))
  const { result, unmount } = show()
  expect(leave()).toBe(false)
  act(() => result.current.send([hall, gate]))
  await waitFor(() => expect(ends).toHaveLength(1))
  expect(leave()).toBe(true)
  act(() => ends[0]?.())
  await waitFor(() => expect(ends).toHaveLength(2))
  expect(leave()).toBe(true)
  act(() => ends[1]?.())
  await waitFor(() => expect(result.current.list.map(({ state }) => state)).toEqual(['failed', 'failed']))
  expect(leave()).toBe(false)
  const first = result.current.list[0]
  if (!first) throw new Error('nothing to send again')
  act(() => result.current.again(first))
  await waitFor(() => expect(leave()).toBe(true))
  unmount()
  expect(leave()).toBe(false)
})

it.each([
  ['photo-not-a-picture', false],
  ['busy', true],
])('a file refused as %s may be retried: %s', async (code, again) => {
  vi.mocked(upload).mockResolvedValue({ status: 400, body: { code, title: 'No.' } } as never)
  const { result } = show()
  act(() => result.current.send([hall]))
  await waitFor(() => expect(result.current.list).toMatchObject([{ state: 'failed', why: 'No.', again }]))
})
