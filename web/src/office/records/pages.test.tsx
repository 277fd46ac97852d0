import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { showOffice } from '../testing/show-office.tsx'
import { PagesPage } from './list/pages-page.tsx'
import { RecordPage } from './record-page.tsx'
import type { Detail, Summary } from './record-queries.ts'
import { detail, serve, summary, user } from '../testing/serve-records.ts'

function show(path: string, id = '') {
  const at = memoryLocation({ path, record: true })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      {id ? <RecordPage user={user} areas={[]} id={id} /> : <PagesPage />}
    </Router>,
  )
  return at
}

/** The titles of the list's rows. A CSS selector, because finding roles among hundreds of rows is slow. */
const titles = () => [...document.querySelectorAll('ol > li a')].map((link) => link.textContent)

afterEach(() => vi.unstubAllGlobals())

describe('the list of pages', () => {
  const items = [
    summary('history', { en: { state: 'changed', onSite: true } }),
    summary('abbot', { older: 2 }),
    summary('volunteers', { title: { en: 'Volunteers', zh: '' }, zh: { state: 'missing', onSite: false } }),
  ]
  it('the list of pages shows the state of each language, and filters by state', async () => {
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
  it('the list of pages moves a page immediately, and announces its new position', async () => {
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
    expect(await screen.findByText('“The abbot” is now number 1.')).toBeInTheDocument()
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ after: '' })
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('The abbot')
  })
  it('a long list is rendered in parts, is counted and filtered as a whole, and scrolls to a row moved below the rendered part', async () => {
    const missing = { title: { en: 'The last', zh: '' }, zh: { state: 'missing', onSite: false } } as const
    const items = Array.from({ length: 230 }, (_, i) => summary(`n${i + 1}`, i === 229 ? missing : {}))
    let order = items
    serve({
      'GET /api/admin/record': () => ({ items: order, taken: [] }),
      'POST /api/admin/record/n200/move': () => {
        order = order.toSpliced(199, 2, items[200]!, items[199]!)
        return { items: order }
      },
    })
    show('/pages')
    const first = await screen.findByText('The n1')
    expect(first.closest('li')).toHaveAttribute('aria-setsize', '230')
    expect(titles()).toHaveLength(100)
    expect(screen.getByText('Showing 100 of 230')).toHaveAttribute('role', 'status')
    await userEvent.selectOptions(screen.getByLabelText('Which ones'), 'missing')
    expect(screen.getByText('The last')).toBeVisible()
    expect(titles()).toHaveLength(1)
    expect(screen.queryByText(/^Showing/)).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Which ones'), 'all')
    fireEvent.click(screen.getByText('Show more'))
    await vi.waitFor(() => expect(titles()).toHaveLength(200))
    fireEvent.click(document.querySelectorAll('ol > li')[199]!.querySelectorAll('button')[1]!)
    await vi.waitFor(() => expect(titles().slice(199)).toEqual(['The n201n201页', 'The n200n200页']))
    expect(document.querySelectorAll('ol > li')[200]).toHaveAttribute('aria-posinset', '201')
    fireEvent.click(screen.getByText('Show more'))
    await vi.waitFor(() => expect(titles()).toHaveLength(230))
    expect(screen.getByText('Showing 230 of 230')).toBeInTheDocument()
    expect(screen.queryByText('Show more')).toBeNull()
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

describe('editing a page', () => {
  it('a page is saved automatically, after which it can be published', async () => {
    const asked = serve({
      'GET /api/admin/record/history': () => detail,
      'PATCH /api/admin/record/history': () => saved(3),
      'GET /api/admin/record/history/check': () => ({
        rev: 5,
        blocks: [],
        warnings: [],
        changed: ['html.en'],
        older: [],
        addresses: ['/about-us/history', '/event'],
        titles: [{ address: '/about-us/history', title: { en: 'The history', zh: '本寺历史' } }],
      }),
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
    expect(await screen.findByRole('link', { name: 'The history' })).toHaveProperty('pathname', '/about-us/history')
    expect(within(screen.getByRole('dialog')).getByText('/about-us/history')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Events' })).toHaveProperty('pathname', '/event')
    await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }))
    expect(await screen.findByText('Published.')).toBeVisible()
    const patch = asked.find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ fields: { 'title.en': { value: 'The history!', base: 2 } } })
    expect(patch?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({ languages: ['en'], rev: 5 })
    expect(screen.getByRole('button', { name: /Undo publishing/ })).toBeVisible()
  })
  it('a page is scheduled in Singapore time, in the chosen languages', async () => {
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
    expect(screen.getByLabelText('Day')).toHaveValue('Sun, 17 Feb 2030')
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2030-02-03' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Publish the English on 3 Feb 2030, 7:00 am' }))
    await vi.waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/schedule'))?.body).toEqual({
        languages: ['en'],
        rev: 4,
        at: '2030-02-02T23:00:00.000Z',
      }),
    )
  })
  it('the editor shows both versions when another person saved first, and keeps the chosen one', async () => {
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
    const panel = (await screen.findByRole('heading', said, { timeout: 5_000 })).closest('[role=alert]') as HTMLElement
    // The sticky bar shows it too, and links to the conflict.
    expect(screen.getByText('Not saved: Lim changed the same text')).toHaveAttribute('role', 'status')
    await userEvent.click(screen.getByRole('button', { name: 'Compare both' }))
    expect(panel).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Publish …' }))
    expect(panel).toHaveFocus()
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(within(panel).getByRole('button', { name: 'Keep mine' }))
    await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
    expect(asked.at(-1)?.body).toEqual({ fields: { 'title.en': { value: 'My history', base: 7 } } })
    expect(title).toHaveValue('My history')
    expect(screen.queryByRole('heading', said)).toBeNull()
  })
  it('the editor that is opened again from the history has what was typed last, and waits for it', async () => {
    let draft = detail
    let arrive: (() => void) | undefined
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    const asked = serve({
      'GET /api/admin/record/history': () => draft,
      'GET /api/admin/record/history/version': () => ({ items: [], next: 0 }),
      'PATCH /api/admin/record/history': async () => {
        await arrival
        draft = { ...detail, fields: { ...detail.fields, 'title.en': 'The history!' } }
        return saved(3)
      },
    })
    const at = show('/pages/history', 'history')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title, English' }), '!')
    await userEvent.click(screen.getByRole('link', { name: 'History' }))
    await vi.waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true))
    act(() => at.navigate('/pages/history'))
    expect(screen.queryByRole('textbox', { name: 'Title, English' })).toBeNull()
    arrive?.()
    expect(await screen.findByRole('textbox', { name: 'Title, English' })).toHaveValue('The history!')
  })
  it('the editor shows at the field why a text was refused', async () => {
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

it('a banner is written in both languages, with its kind and picture', async () => {
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
    'GET /api/admin/old-address/place': () => ({ items: [{ path: '/event/vesak', title: 'Vesak Day' }] }),
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
  await screen.findByRole('option', { name: 'Vesak Day' })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title, Chinese' }), '快乐')
  await userEvent.click(screen.getByRole('radio', { name: 'Bell' }))
  expect(screen.queryByRole('checkbox', { name: 'End it with what it links to' })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Links to' }), 'Vesak Day')
  await userEvent.click(screen.getByRole('checkbox', { name: 'End it with what it links to' }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish …' }))
  const both = await within(await screen.findByRole('dialog')).findAllByRole('checkbox')
  for (const box of both) {
    expect(box).toBeChecked()
    expect(box).toBeDisabled()
  }
  // Slow typing is saved in several requests.
  const sent = asked.flatMap(({ method, body }) => (method === 'PATCH' ? [body as { fields: object }] : []))
  expect({ fields: Object.assign({}, ...sent.map(({ fields }) => fields)) as object }).toEqual({
    fields: {
      'title.zh': { value: '新年快乐', base: 0 },
      art: { value: 'bell', base: 0 },
      href: { value: '/event/vesak', base: 0 },
      ends: { value: 'yes', base: 0 },
    },
  })
})

it('a colleague is asked for the missing translation, and the request is withdrawn', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Ask a colleague' }))
  const dialog = await screen.findByRole('dialog', { name: 'Who should write the Chinese?' })
  const who = await within(dialog).findByRole('combobox', { name: 'Colleague' })
  expect(within(who).queryByRole('option', { name: 'Tan' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }))
  expect(who).toHaveAccessibleDescription(/Please choose/)
  await userEvent.selectOptions(who, 'Lim')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Lim is asked to write the Chinese')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask a colleague' })).toBeNull()
  expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/ask'))?.body).toEqual({
    who: 'lim',
    language: 'zh',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw request' }))
  expect(await screen.findByRole('button', { name: 'Ask a colleague' })).toBeVisible()
})
