import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { SessionProvider } from '../../kit/session/session.tsx'
import { detail, serve, summary, user } from '../../testing/serve-records.ts'
import { showOffice } from '../../testing/show-office.tsx'
import { RecordPage } from '../record-page.tsx'

afterEach(() => vi.unstubAllGlobals())

function show(id: string) {
  const at = memoryLocation({ path: `/pages/${id}`, record: true })
  showOffice(
    <SessionProvider onEnd={() => undefined}>
      <Router hook={at.hook} searchHook={at.searchHook}>
        <RecordPage user={user} areas={[]} id={id} />
      </Router>
    </SessionProvider>,
  )
}

it('an administrator can require members to agree to a policy again', async () => {
  const policy = summary('privacy-policy', { kind: 'policy', en: { state: 'changed', onSite: true } })
  const asked = serve({
    'GET /api/_auth/session': () => ({ user: { ...user, roles: ['admin'] } }),
    'GET /api/admin/record/privacy-policy': () => ({ ...detail, record: policy }),
    'POST /api/admin/record/privacy-policy/presence': () => ({ others: [] }),
    'GET /api/admin/record/privacy-policy/check': () => ({
      rev: 4,
      blocks: [],
      warnings: [],
      changed: [],
      older: [],
      addresses: [],
    }),
    'POST /api/admin/record/privacy-policy/publish': () => ({
      record: policy,
      version: 2,
      until: '2026-11-03T02:00:30Z',
    }),
  })
  show('privacy-policy')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  const choices = await screen.findByRole('group', { name: 'Must members agree again?' })
  expect(within(choices).getByRole('radio', { name: /^No/ })).toBeChecked()
  await userEvent.click(within(choices).getByRole('radio', { name: /^Yes/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
      languages: ['en'],
      rev: 4,
      again: true,
    }),
  )
})

it('missing values are filled in inside the publish dialog', async () => {
  const banner = summary('b2', {
    kind: 'banner',
    en: { state: 'draft', onSite: false },
    zh: { state: 'draft', onSite: false },
  })
  const fields: Record<string, string> = { 'title.en': 'New Year', type: '101', art: 'lamp' }
  const picture = {
    id: 'p1',
    name: 'hall.jpg',
    alt: { en: 'The hall', zh: '' },
    decorative: false,
    x: 50,
    y: 50,
    edits: 3,
    ready: true,
    photo: { src: '/media/p1', width: 800, height: 600, alt: '', x: 50, y: 50, widths: [] },
  }
  const check = () => ({
    rev: fields['title.zh'] ? 2 : 1,
    blocks: [
      ...(fields['title.zh'] ? [] : [{ field: 'title.zh', code: 'required', message: 'This is needed.' }]),
      ...(picture.alt.zh
        ? []
        : [
            {
              field: 'picture',
              code: 'picture-without-words',
              message: 'Say what',
              params: { number: 1, picture: 'p1' },
            },
          ]),
    ],
    warnings: [],
    changed: [],
    older: [],
    addresses: [],
  })
  const asked = serve({
    'GET /api/_auth/session': () => ({ user }),
    'GET /api/admin/record/b2': () => ({ ...detail, record: banner, fields, revs: {} }),
    'POST /api/admin/record/b2/presence': () => ({ others: [] }),
    'GET /api/admin/record/b2/check': check,
    'GET /api/admin/picture/p1': () => picture,
    'PATCH /api/admin/picture/p1': ({ altZh }: { altZh: string }) => {
      picture.alt = { ...picture.alt, zh: altZh }
      return picture
    },
    'PATCH /api/admin/record/b2': ({ fields: typed }: { fields: Record<string, { value: string }> }) => {
      for (const [name, { value }] of Object.entries(typed)) fields[name] = value
      const revs = Object.fromEntries(Object.keys(typed).map((name) => [name, { rev: 2, by: 'Tan', at: '' }]))
      return { record: banner, rev: 2, revs, values: {}, removed: [], conflicts: [], debt: [] }
    },
  })
  show('b2')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('2 things to do first')).toBeVisible()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title, Chinese' }), '新年')
  await userEvent.type(await within(dialog).findByRole('textbox', { name: /Chinese/, description: /The hall/ }), '大殿')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save the description' }))
  expect(await within(dialog).findByText('Everything is now filled in')).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Title, Chinese' })).toHaveValue('新年')
  expect(asked.find(({ path, method }) => path === '/api/admin/picture/p1' && method === 'PATCH')?.body).toMatchObject({
    altEn: 'The hall',
    altZh: '大殿',
    edits: 3,
  })
  await vi.waitFor(() => expect(within(dialog).getByRole('button', { name: 'Publish now' })).toBeEnabled())
})

it('asks about prices that look like slips, and publishes them once confirmed', async () => {
  const both = { state: 'changed' as const, onSite: true }
  const soup = summary('soup', { kind: 'offering', en: both, zh: both })
  const asked = serve({
    'GET /api/_auth/session': () => ({ user }),
    'GET /api/admin/record/soup': () => ({ ...detail, record: soup, fields: { options: '' }, revs: {} }),
    'POST /api/admin/record/soup/presence': () => ({ others: [] }),
    'GET /api/admin/record': () => ({ items: [], taken: [] }),
    'GET /api/admin/offering/soup': () => ({ id: 'o', forms: [], options: [] }),
    'GET /api/admin/record/soup/check': (_: never, query: URLSearchParams) => ({
      rev: 4,
      blocks: [],
      warnings: [],
      doubts: [
        { field: 'option.bowl.price', code: 'price-falls', message: 'The price falls from S$120.00 to S$12.00.' },
        ...(query.has('at')
          ? [{ field: 'option.bowl.later', code: 'later-price-past', message: 'That day has passed.' }]
          : []),
      ],
      changed: [],
      older: [],
      addresses: [],
    }),
    'POST /api/admin/record/soup/publish': () => ({ record: soup, version: 2, until: '2026-11-03T02:00:30Z' }),
  })
  show('soup')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  expect(await screen.findByText(/The price falls from S\$120\.00 to S\$12\.00/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Yes, these prices are right' }))
  // Another day has other doubts, which are not confirmed yet.
  await userEvent.click(screen.getByRole('radio', { name: 'At a time' }))
  expect(await screen.findByText(/That day has passed/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Publish on/ })).toBeDisabled()
  await userEvent.click(screen.getByRole('radio', { name: 'Now' }))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Publish now' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
      languages: ['en', 'zh'],
      rev: 4,
      confirmed: true,
    }),
  )
})

it('counts each missing value once, and links each to its field', async () => {
  const draft = { state: 'draft' as const, onSite: false }
  serve({
    'GET /api/_auth/session': () => ({ user }),
    'GET /api/admin/record/lamp': () => ({
      ...detail,
      record: summary('lamp', { kind: 'offering', en: draft, zh: draft }),
      fields: { 'title.en': 'Lamp' },
      revs: {},
    }),
    'POST /api/admin/record/lamp/presence': () => ({ others: [] }),
    'GET /api/admin/record': () => ({ items: [], taken: [] }),
    'GET /api/admin/offering/lamp': () => ({ id: 'o', forms: [], options: [] }),
    'GET /api/admin/record/lamp/check': () => ({
      rev: 1,
      blocks: [
        { field: 'title.zh', code: 'required', message: 'This is needed.' },
        { field: 'category', code: 'required', message: 'This is needed.' },
        { field: 'options', code: 'offering-without-options', message: 'Nobody can order it yet.' },
      ],
      warnings: [{ field: 'form', code: 'asks-for-no-name', message: 'It asks for no name. Is that right?' }],
      doubts: [],
      changed: [],
      older: [],
      addresses: [],
    }),
  })
  show('lamp')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('One thing to do first')).toBeVisible()
  expect(within(dialog).getByText('And 2 more')).toBeVisible()
  expect(within(dialog).getByText(/Is that right/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Form' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(screen.getByRole('combobox', { name: 'Form' })).toHaveFocus())
})
