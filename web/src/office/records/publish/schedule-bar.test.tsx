import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { detail, serve, summary } from '../../testing/serve-records.ts'
import { showOffice } from '../../testing/show-office.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'
import { ScheduleBar } from './schedule-bar.tsx'

afterEach(() => vi.unstubAllGlobals())

const at = '2026-12-08T23:00:00Z'

/** A text whose English version is scheduled; the draft has `fields`. */
function show(fields: Record<string, string>, check: object = {}, scheduled: object = {}) {
  const asked = serve({
    'GET /api/admin/record/history/version/3': () => ({
      number: 3,
      at: '2026-11-20T02:44:00Z',
      fields: { 'title.en': 'The history', 'title.zh': '历史', place: '1' },
    }),
    'GET /api/admin/record/history/check': () => ({
      rev: 7,
      blocks: [],
      warnings: [],
      doubts: [],
      changed: [],
      older: [],
      addresses: [],
      ...check,
    }),
    'POST /api/admin/record/history/schedule': () => ({ record: detail.record }),
  })
  const schedule = { id: 's', version: 3, languages: ['en'], at, state: 'waiting' as const, problems: [], ...scheduled }
  const work = {
    record: summary('history', { schedules: [schedule] }),
    rev: 7,
    snapshot: { fields, unsaved: 0 },
  } as unknown as RecordWork
  showOffice(<ScheduleBar work={work} onChanged={() => undefined} />)
  return asked
}

it('rescheduling includes later edits, at the same time and in the same language', async () => {
  const asked = show({ 'title.en': 'Our history', 'title.zh': '历史', place: '1' })
  expect(await screen.findByText(/Later changes are not included\./)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Include it' }))
  await vi.waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ languages: ['en'], rev: 7, at }),
  )
})

it.each([
  ['nothing was written since', { 'title.en': 'The history', 'title.zh': '历史', place: '1' }],
  ['only the other language was', { 'title.en': 'The history', 'title.zh': '本寺历史', place: '1' }],
])('shows which state will be published when %s', async (_, fields) => {
  show(fields)
  expect(await screen.findByText(/as of 20 Nov 2026, 10:44 am\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Include it' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Don’t publish yet' })).toBeVisible()
})

it('rescheduling includes fields that have no language', async () => {
  show({ 'title.en': 'The history', 'title.zh': '历史', place: '2' })
  expect(await screen.findByRole('button', { name: 'Include it' })).toBeVisible()
})

it('asks about prices that look like slips before including them', async () => {
  const doubts = [
    { field: 'option.bowl.price', code: 'price-falls', message: 'The price falls from S$120.00 to S$12.00.' },
  ]
  const asked = show({ 'title.en': 'Our history', 'title.zh': '历史', place: '1' }, { doubts })
  expect(await screen.findByText(/falls from S\$120\.00 to S\$12\.00/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Include it' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Yes, these prices are right' }))
  await userEvent.click(screen.getByRole('button', { name: 'Include it' }))
  await vi.waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      languages: ['en'],
      rev: 7,
      at,
      confirmed: true,
    }),
  )
})

it('shows why the scheduled publication failed', async () => {
  const problems = [
    { field: 'title.en', code: 'link-leads-nowhere', message: '', params: { address: '/about-us/visiting' } },
    { field: '', code: 'schedule-passed', message: '' },
  ]
  show({ place: '1' }, {}, { state: 'problem', problems })
  expect(await screen.findByText(/The link to \/about-us\/visiting leads to something/)).toBeVisible()
  expect(screen.getByText(/Its time passed while it was unpublished/)).toBeVisible()
})
