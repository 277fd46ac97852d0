import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { showOffice } from '../testing/show-office.tsx'
import { SessionProvider, type StaffUser } from '../kit/session.tsx'
import { PagesPage } from './pages-page.tsx'
import { RecordPage } from './record-page.tsx'
import type { Detail, Summary } from './record-queries.ts'

const user = { id: 'u', name: 'Tan', roles: ['editor'] } as unknown as StaffUser

function summary(id: string, part: Partial<Summary> = {}): Summary {
  return {
    id,
    kind: 'page',
    key: id,
    address: `/about-us/${id}`,
    title: { en: `The ${id}`, zh: `${id}页` },
    position: 1,
    en: { state: 'live', onSite: true },
    zh: { state: 'live', onSite: true },
    older: 0,
    schedules: [],
    changedAt: '2026-11-03T02:00:00Z',
    changedBy: { id: 'u', name: 'Tan' },
    ...part,
  }
}

const detail: Detail = {
  record: summary('history'),
  fields: { 'title.en': 'The history', 'title.zh': '历史', 'html.en': '<p>Old</p>', 'html.zh': '<p>旧</p>' },
  rev: 4,
  revs: { 'title.en': { rev: 2, by: 'Tan', at: '' }, 'html.en': { rev: 4, by: 'Tan', at: '' } },
  debt: [],
  live: {},
  others: [],
  limits: { 'title.en': 200, 'title.zh': 200 },
}

type Asked = { method: string; path: string; body: unknown; key: string | null }

/** Answers calls by method and path; unknown ones fail the test by their answer. */
function serve(answers: Record<string, (body: never) => object>) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, 'http://x')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({
      method: init.method ?? '',
      path: pathname,
      body,
      key: new Headers(init.headers).get('Idempotency-Key'),
    })
    const answer = answers[`${init.method} ${pathname}`]
    return answer ? new Response(JSON.stringify(answer(body as never))) : new Response('{}', { status: 500 })
  })
  return asked
}

function show(path: string, id = '') {
  const at = memoryLocation({ path, record: true })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      {id ? <RecordPage user={user} areas={[]} id={id} /> : <PagesPage />}
    </Router>,
  )
  return at
}

afterEach(() => vi.unstubAllGlobals())

describe('the list', () => {
  const items = [
    summary('history', { en: { state: 'changed', onSite: true } }),
    summary('abbot', { older: 2 }),
    summary('volunteers', { title: { en: 'Volunteers', zh: '' }, zh: { state: 'missing', onSite: false } }),
  ]
  it('says how each language stands, and shows those that were asked for', async () => {
    serve({ 'GET /api/admin/record': () => ({ items, taken: [] }) })
    show('/pages')
    const rows = await screen.findAllByRole('listitem')
    const words = rows.map((row) =>
      ['Changed', 'Older than English', 'Missing'].filter((word) => within(row).queryByText(word)),
    )
    expect(words).toEqual([['Changed'], ['Older than English'], ['Missing']])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which ones' }), 'missing')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /Move/ })).toBeNull()
  })
  it('moves a page at once, and says its place', async () => {
    let order = items
    const asked = serve({
      'GET /api/admin/record': () => ({ items: order, taken: [] }),
      'POST /api/admin/record/abbot/move': () => {
        order = [items[1]!, items[0]!, items[2]!]
        return { items: order }
      },
    })
    show('/pages')
    await userEvent.click(await screen.findByRole('button', { name: 'Move “The abbot” up' }))
    expect(await screen.findByText('“The abbot” is now in place 1.')).toBeInTheDocument()
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ after: '' })
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('The abbot')
  })
})

const saved = (rev: number) => ({
  record: summary('history', { en: { state: 'changed', onSite: true }, older: 1 }),
  rev: 5,
  revs: { 'title.en': { rev, by: 'Tan', at: '' } },
  values: {},
  removed: [],
  conflicts: [],
  debt: [{ field: 'html', english: 0, chinese: 0 }],
})

describe('the text', () => {
  it('is saved by itself, and then can be published', async () => {
    const asked = serve({
      'GET /api/admin/record/history': () => detail,
      'PATCH /api/admin/record/history': () => saved(3),
      'GET /api/admin/record/history/check': () => ({ rev: 5, blocks: [], warnings: [], languages: [], shared: [] }),
      'POST /api/admin/record/history/publish': () => ({
        record: detail.record,
        version: 9,
        until: new Date(Date.now() + 30_000).toISOString(),
      }),
    })
    show('/pages/history', 'history')
    expect(await screen.findByRole('button', { name: 'Nothing to publish' })).toBeDisabled()
    await userEvent.type(screen.getByRole('textbox', { name: 'Title, English' }), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Publish …' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }))
    expect(await screen.findByText('It is on the site.')).toBeVisible()
    const patch = asked.find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ fields: { 'title.en': { value: 'The history!', base: 2 } } })
    expect(patch?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({ languages: ['en'], rev: 5 })
    expect(screen.getByRole('button', { name: /Take back/ })).toBeVisible()
  })
  it('goes on the site at a time of Singapore, in the languages that were chosen', async () => {
    const changed = { state: 'changed', onSite: true } as const
    const asked = serve({
      'GET /api/admin/record/history': () => ({ ...detail, record: summary('history', { en: changed, zh: changed }) }),
      'GET /api/admin/record/history/check': () => ({
        rev: 4,
        blocks: [],
        warnings: [],
        changed: [],
        older: [],
        addresses: [],
      }),
      'POST /api/admin/record/history/presence': () => ({ others: [] }),
      'POST /api/admin/record/history/schedule': () => ({ record: detail.record }),
      'POST /api/admin/event/preview': () => ({
        next: [{ day: '2030-02-17', lunar: '正月十五' }],
        more: 0,
        until: '2030-02-17',
        clashes: [],
      }),
    })
    show('/pages/history', 'history')
    await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: /中文/ }))
    await userEvent.click(screen.getByRole('radio', { name: 'At a time' }))
    await userEvent.click(await screen.findByRole('button', { name: /^正月十五/ }))
    expect(screen.getByLabelText('Day')).toHaveProperty('value', '2030-02-17')
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2030-02-03' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Publish on 3 Feb 2030, 7:00 am' }))
    await vi.waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/schedule'))?.body).toEqual({
        languages: ['en'],
        rev: 4,
        at: '2030-02-02T23:00:00.000Z',
      }),
    )
  })
  it('shows both when another person was quicker, and keeps what is chosen', async () => {
    let times = 0
    const asked = serve({
      'GET /api/admin/record/history': () => detail,
      'PATCH /api/admin/record/history': () => {
        times++
        if (times > 1) return saved(8)
        const conflict = {
          field: 'title.en',
          theirs: 'Their history',
          rev: 7,
          by: { id: 'l', name: 'Lim' },
          at: '2026-11-23T02:39:00Z',
          version: 4,
        }
        return { ...saved(2), revs: {}, conflicts: [conflict] }
      },
    })
    show('/pages/history', 'history')
    const title = await screen.findByRole('textbox', { name: 'Title, English' })
    await userEvent.clear(title)
    await userEvent.type(title, 'My history')
    const said = { name: /Lim saved this text at 10:39 am/ }
    const panel = (await screen.findByRole('heading', said, { timeout: 5_000 })).parentElement as HTMLElement
    await userEvent.click(within(panel).getByRole('button', { name: 'Keep mine' }))
    await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
    expect(asked.at(-1)?.body).toEqual({ fields: { 'title.en': { value: 'My history', base: 7 } } })
    expect(title).toHaveValue('My history')
    expect(screen.queryByRole('heading', said)).toBeNull()
  })
  it('says at the field why it was refused', async () => {
    const errors = [{ field: 'title.en', code: 'too-long', title: 'Please use 200 characters at most.' }]
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) =>
      init.method === 'PATCH'
        ? new Response(JSON.stringify({ code: 'invalid-fields', title: 'No', errors }), { status: 400 })
        : new Response(JSON.stringify(detail)),
    )
    show('/pages/history', 'history')
    const title = await screen.findByRole('textbox', { name: 'Title, English' })
    await userEvent.type(title, 'x')
    expect(await screen.findByText('Please use 200 characters at most.', undefined, { timeout: 5_000 })).toBeVisible()
    expect(title).toHaveAccessibleDescription(/Please use 200 characters/)
    expect(title).toHaveValue('The historyx')
  })
})

it('writes a banner in both languages, with its kind and drawing', async () => {
  const banner: Detail = {
    ...detail,
    record: summary('b1', { kind: 'banner', address: '/' }),
    fields: {
      'title.en': 'New Year',
      'title.zh': '新年',
      'text.en': '',
      'text.zh': '',
      type: '101',
      href: '/event',
      art: 'lamp',
    },
    revs: {},
  }
  const asked = serve({
    'GET /api/admin/record/b1': () => banner,
    'POST /api/admin/record/b1/presence': () => ({ others: [] }),
    'PATCH /api/admin/record/b1': ({ fields }: { fields: Record<string, object> }) => ({
      record: summary('b1', {
        kind: 'banner',
        en: { state: 'changed', onSite: true },
        zh: { state: 'changed', onSite: true },
      }),
      rev: 2,
      revs: Object.fromEntries(Object.keys(fields).map((name) => [name, { rev: 1, by: 'Tan', at: '' }])),
      values: {},
      removed: [],
      conflicts: [],
      debt: [],
    }),
    'GET /api/admin/record/b1/check': () => ({
      rev: 2,
      blocks: [],
      warnings: [],
      changed: [],
      older: [],
      addresses: [],
    }),
  })
  show('/banners/b1', 'b1')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title, Chinese' }), '快乐')
  await userEvent.click(screen.getByRole('radio', { name: 'Bell' }))
  expect(screen.queryByRole('checkbox', { name: 'It ends with what it leads to' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'Where it leads' }), '/vesak')
  await userEvent.click(screen.getByRole('checkbox', { name: 'It ends with what it leads to' }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish …' }))
  const both = await within(await screen.findByRole('dialog')).findAllByRole('checkbox')
  for (const box of both) {
    expect(box).toBeChecked()
    expect(box).toBeDisabled()
  }
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    fields: {
      'title.zh': { value: '新年快乐', base: 0 },
      art: { value: 'bell', base: 0 },
      href: { value: '/event/vesak', base: 0 },
      ends: { value: 'yes', base: 0 },
    },
  })
})

it('asks a colleague to write the language that is missing, and takes that back', async () => {
  const lacking = summary('volunteers', { zh: { state: 'missing', onSite: false } })
  const by = {
    language: 'zh',
    who: { id: 'lim', name: 'Lim' },
    by: { id: 'u', name: 'Tan' },
    at: '2026-11-03T02:00:00Z',
  } as const
  let record: Summary = lacking
  const asked = serve({
    'GET /api/admin/record/volunteers': () => ({
      ...detail,
      record,
      fields: { 'title.en': 'Help', 'html.en': '<p>Hands</p>' },
    }),
    'POST /api/admin/record/volunteers/presence': () => ({ others: [] }),
    'GET /api/admin/record/volunteers/ask': () => ({
      items: [
        { id: 'lim', name: 'Lim' },
        { id: 'u', name: 'Tan' },
      ],
    }),
    'POST /api/admin/record/volunteers/ask': () => ({ record: (record = { ...lacking, asked: by }) }),
    'POST /api/admin/record/volunteers/ask/withdraw': () => ({ record: (record = lacking) }),
  })
  show('/pages/volunteers', 'volunteers')
  await userEvent.click(await screen.findByRole('button', { name: 'Ask somebody to write it' }))
  const dialog = await screen.findByRole('dialog', { name: 'Who shall write the Chinese?' })
  const who = await within(dialog).findByRole('combobox', { name: 'Colleague' })
  expect(within(who).queryByRole('option', { name: 'Tan' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }))
  expect(who).toHaveAccessibleDescription(/Please choose/)
  await userEvent.selectOptions(who, 'Lim')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Lim is asked to write the Chinese')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask somebody to write it' })).toBeNull()
  expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/ask'))?.body).toEqual({
    who: 'lim',
    language: 'zh',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Ask nobody any more' }))
  expect(await screen.findByRole('button', { name: 'Ask somebody to write it' })).toBeVisible()
})

it('lets an administrator ask members to agree to a policy again', async () => {
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
  const at = memoryLocation({ path: '/pages/privacy-policy', record: true })
  showOffice(
    <SessionProvider onEnd={() => undefined}>
      <Router hook={at.hook} searchHook={at.searchHook}>
        <RecordPage user={user} areas={[]} id="privacy-policy" />
      </Router>
    </SessionProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  const choices = await screen.findByRole('group', { name: 'Must members agree again?' })
  expect(within(choices).getByRole('radio', { name: /^No/ })).toBeChecked()
  await userEvent.click(within(choices).getByRole('radio', { name: /^Yes/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
      languages: ['en'],
      rev: 4,
      again: true,
    }),
  )
})

it('fills in what is missing where publishing asks for it', async () => {
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
  show('/banners/b2', 'b2')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish …' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('2 things to do first')).toBeVisible()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title, Chinese' }), '新年')
  await userEvent.type(await within(dialog).findByRole('textbox', { name: /Chinese/, description: /The hall/ }), '大殿')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save the description' }))
  expect(await within(dialog).findByText('Everything that was missing is there')).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Title, Chinese' })).toHaveValue('新年')
  expect(asked.find(({ path, method }) => path === '/api/admin/picture/p1' && method === 'PATCH')?.body).toMatchObject({
    altEn: 'The hall',
    altZh: '大殿',
    edits: 3,
  })
  await vi.waitFor(() => expect(within(dialog).getByRole('button', { name: 'Publish now' })).toBeEnabled())
})
