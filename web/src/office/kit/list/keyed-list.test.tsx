import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { showOffice } from '../../testing/show-office.tsx'
import { KeyedList } from './keyed-list.tsx'
import { refresh } from '../query/refresh.ts'

type Page = { items: string[]; next?: string }
const fetchPage = vi.fn<(after: string) => Promise<Page>>()
const letters = infiniteQueryOptions({
  queryKey: ['names'],
  meta: { shows: ['letters'] },
  queryFn: ({ pageParam }) => fetchPage(pageParam),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
  retry: false,
})

const three = { total: 3, more: false }

function Names({ count = three }) {
  const list = useInfiniteQuery(letters)
  const client = useQueryClient()
  return (
    <>
      <KeyedList query={list} count={count} empty={<p>Nobody</p>}>
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </KeyedList>
      <button type="button" onClick={() => void refresh(client, 'letters')}>
        a letter was sent
      </button>
      <button type="button" onClick={() => void refresh(client, 'money')}>
        money came
      </button>
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  fetchPage.mockReset()
})

it('shows its rows, the total, and a way to load more', async () => {
  fetchPage.mockImplementation(async (after) =>
    after ? { items: ['Siti'] } : { items: ['Tan', 'Ong'], next: 'after Ong' },
  )
  showOffice(<Names />, 'en')
  expect(await screen.findByText('Ong')).toBeVisible()
  expect(screen.getByText('Showing 2 of 3')).toBeVisible()
  await press('Show more')
  expect(await screen.findByText('Siti')).toBeVisible()
  expect(screen.getByText('Showing 3 of 3')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('a list that was counted in part has no more than its rows once all are shown', async () => {
  fetchPage.mockImplementation(async (after) =>
    after ? { items: ['Siti', 'Lim'] } : { items: ['Tan', 'Ong'], next: 'after Ong' },
  )
  showOffice(<Names count={{ total: 2, more: true }} />, 'en')
  expect(await screen.findByText('Showing 2 of more than 2')).toBeVisible()
  await press('Show more')
  expect(await screen.findByText('Showing 4 of 4')).toBeVisible()
})

it('shows a load error with a retry button', async () => {
  fetchPage.mockRejectedValueOnce(new TypeError('no line')).mockResolvedValue({ items: [] })
  showOffice(<Names />, 'en')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nobody')).toBeVisible()
})

it('is refetched when its subject is invalidated, and only then', async () => {
  fetchPage.mockResolvedValue({ items: ['Tan'] })
  showOffice(<Names />, 'en')
  await screen.findByText('Tan')
  await press('money came')
  expect(fetchPage).toHaveBeenCalledTimes(1)
  fetchPage.mockResolvedValue({ items: ['Ong'] })
  await press('a letter was sent')
  expect(await screen.findByText('Ong')).toBeVisible()
})
