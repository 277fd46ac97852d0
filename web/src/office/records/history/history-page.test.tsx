import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { detail, serve, user } from '../../testing/serve-records.ts'
import { showOffice } from '../../testing/show-office.tsx'
import { RecordPage } from '../record-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const texts = ['', '<p>One</p><p>The first</p>', '<p>One</p><p>The second</p>', '<p>One</p><p>The third</p>']
const line = (number: number) => ({
  number,
  why: 'publish',
  languages: ['en'],
  at: `2026-11-0${number}T02:00:00Z`,
  by: { id: 'u', name: 'Tan' },
  onSite: number === 3 ? ['en'] : [],
})
const version = (number: number) => ({ ...line(number), fields: { 'html.en': texts[number] } })

it('compares any two versions, and restores one of them', async () => {
  const asked = serve({
    'GET /api/admin/record/history': () => ({ ...detail, fields: { 'html.en': '<p>One</p><p>The draft</p>' } }),
    'GET /api/admin/record/history/version': () => ({ items: [line(3), line(2), line(1)] }),
    'GET /api/admin/record/history/version/1': () => version(1),
    'GET /api/admin/record/history/version/2': () => version(2),
    'GET /api/admin/record/history/version/3': () => version(3),
    'POST /api/admin/record/history/restore': () => ({ record: detail.record }),
  })
  const at = memoryLocation({ path: '/pages/history', searchPath: 'view=history', record: true })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <RecordPage user={user} areas={[]} id="history" />
    </Router>,
  )
  const before = await screen.findByRole('combobox', { name: 'Compare' })
  const after = screen.getByRole('combobox', { name: 'with' })
  expect(before).toHaveValue('3')
  expect(after).toHaveDisplayValue('Today’s draft')
  expect(await screen.findByText('draft')).toBeVisible()
  await userEvent.selectOptions(before, '1')
  await userEvent.selectOptions(after, '2')
  const english = (await screen.findByText('second')).closest('section') as HTMLElement
  expect(within(english).getByText('first').closest('del')).toBeVisible()
  expect(within(english).getByText('second').closest('ins')).toBeVisible()
  expect(within(english).getByText('1 part the same')).toBeVisible()
  expect(screen.getByRole('button', { name: /^1 Nov/, pressed: true })).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what changed' }))
  expect(within(english).getByText('One')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Make it the draft' }))
  await vi.waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1, languages: ['en', 'zh'] }),
  )
})

it('shows a version as published only when it was', async () => {
  const scheduled = { ...line(1), why: 'schedule', languages: [], onSite: [] }
  serve({
    'GET /api/admin/record/history': () => ({ ...detail, fields: { 'html.en': '<p>One</p>' } }),
    'GET /api/admin/record/history/version': () => ({
      items: [{ ...line(2), why: 'schedule', source: 1, onSite: ['en'] }, scheduled],
    }),
    'GET /api/admin/record/history/version/1': () => version(1),
    'GET /api/admin/record/history/version/2': () => version(2),
  })
  const at = memoryLocation({ path: '/pages/history', searchPath: 'view=history', record: true })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <RecordPage user={user} areas={[]} id="history" />
    </Router>,
  )
  expect(await screen.findByRole('button', { name: /^2 Nov.*Went on the site automatically · Tan/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^1 Nov.*Scheduled to be published · Tan/ })).toBeVisible()
  expect(screen.getAllByText(/Went on the site/)).toHaveLength(1)
})
