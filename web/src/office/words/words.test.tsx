import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { StaffUser } from '../kit/session/session.tsx'
import { showOffice } from '../testing/show-office.tsx'
import type { Sentence, WordSide } from './word-queries.ts'
import { WordsPage } from './words-page.tsx'

const user = { id: 'u', name: 'Tan', roles: ['editor'] } as unknown as StaffUser

const side = (text: string, part: Partial<WordSide> = {}): WordSide => ({
  builtIn: text,
  live: text,
  draft: text,
  ours: false,
  waiting: false,
  rev: 0,
  ...part,
})

const held: Sentence[] = [
  {
    key: 'cart.held_one',
    uses: ['page:cart'],
    names: ['{time}'],
    sides: { en: side('1 item is kept until {time}.'), zh: side('为您保留至{time}。') },
  },
  {
    key: 'cart.held_other',
    uses: ['page:cart'],
    names: ['{count}', '{time}'],
    sides: {
      en: side('{count} items are kept until {time}.', { waiting: true, live: 'Old {count} {time}', rev: 3 }),
      zh: side('为您保留{count}项至{time}。'),
    },
  },
]
const title: Sentence = {
  key: 'home.welcome',
  uses: ['page:home'],
  names: [],
  sides: {
    en: side('Welcome', { live: 'Come in', draft: 'Come in', ours: true, over: 'Hello' }),
    zh: side('欢迎', { live: '您来了', draft: '您来了', ours: true, unfit: 'message-placeholders' }),
  },
}

const code: Sentence = {
  key: 'sms.entry-code',
  uses: ['sms'],
  names: ['{code}'],
  locked: true,
  sides: { en: side('Code {code}', { waiting: true, rev: 2 }), zh: side('验证码{code}') },
}

function show(path: string, id = '') {
  const asked: { method: string; path: string; query: URLSearchParams; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({ method: init.method ?? '', path: pathname, query: searchParams, body })
    if (init.method === 'PUT') {
      const { text } = body as { text: string }
      return new Response(
        JSON.stringify({ setAside: true, side: side('Theirs {count} {time}', { rev: 9, draft: text }) }),
      )
    }
    if (pathname.endsWith('/keep')) return new Response(JSON.stringify({ side: side('Welcome') }))
    if (pathname.endsWith('/publish'))
      return new Response(JSON.stringify({ batch: 'b', count: 1, until: new Date(Date.now() + 30_000).toISOString() }))
    if (pathname.endsWith('/place'))
      return new Response(JSON.stringify({ uses: [{ use: 'page:cart', title: 'Cart' }], pages: [] }))
    const waiting = searchParams.get('filter') === 'waiting'
    const items = waiting ? [held[1], code] : [...held, title, code]
    const page = { items, total: items.length, every: 3, ours: 1, waiting: 1, changed: 0, parts: ['cart', 'home'] }
    return new Response(JSON.stringify(page))
  })
  const at = memoryLocation({ path, record: true })
  showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <WordsPage user={user} id={id} />
    </Router>,
  )
  return asked
}

afterEach(() => vi.unstubAllGlobals())

it('shows all plural forms of a text as one row, under its section, with placeholders as chips', async () => {
  show('/words')
  const cart = await screen.findByRole('region', { name: 'Cart' })
  expect(within(cart).getAllByRole('link')).toHaveLength(1)
  const used = await within(cart).findByRole('list', { name: 'Where it is used' })
  await waitFor(() => expect(used).toHaveTextContent('Cart'))
  expect(within(cart).getByText('Not published yet')).toBeVisible()
  expect(within(cart).getAllByText('count', { selector: 'span' })).toHaveLength(2)
  // Chinese never uses the singular form.
  expect(within(cart).queryByText('为您保留至', { exact: false })).toBeNull()
  expect(screen.getByRole('region', { name: 'Home' })).toHaveTextContent('您来了')
})

it('publishes the selected texts in the version that was reviewed', async () => {
  const asked = show('/words')
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 sentence …' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('checkbox')).toBeChecked()
  expect(dialog).toHaveTextContent('Old')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish 1 sentence now' }))
  expect(await screen.findByText('1 sentence is published.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Undo publishing/ })).toBeVisible()
  expect(asked.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
    items: [{ key: 'cart.held_other', locale: 'en', rev: 3 }],
  })
})

it('opens a text with one field for each plural form, and only English for the singular', async () => {
  show('/words/cart.held', 'cart.held')
  expect(await screen.findByRole('textbox', { name: 'English, for one' })).toHaveTextContent('1 item is kept')
  expect(screen.getByRole('textbox', { name: 'English, for several' })).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('textbox')).toHaveLength(3))
  expect(screen.getByText('Chinese has one form for every number.')).toBeVisible()
  expect(screen.getByText('3 items are kept until 11:20 am.')).toBeVisible()
})

// DOM functions that an editor needs on focus, which jsdom lacks.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() })

it('after an update, a valid wording can be kept as reviewed; an invalid one can only be replaced', async () => {
  const asked = show('/words/home.welcome', 'home.welcome')
  expect(await screen.findByText('Hello')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Use built-in wording' })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Keep our wording' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/keep'))?.body).toEqual({
      key: 'home.welcome',
      locale: 'en',
      live: 'Come in',
      over: 'Welcome',
    }),
  )
  await userEvent.click(screen.getAllByRole('button', { name: 'Use built-in wording' })[1] as HTMLElement)
  expect(
    await screen.findByText('The built-in wording is in your draft. It takes effect when you publish.'),
  ).toBeVisible()
})

it('shows texts reserved for administrators read-only to others', async () => {
  show('/words/sms.entry-code', 'sms.entry-code')
  expect(await screen.findByText(/Only an administrator can word it/)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 sentence …' }))
  expect(await within(await screen.findByRole('dialog')).findAllByRole('checkbox')).toHaveLength(1)
})
