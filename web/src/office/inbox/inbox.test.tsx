import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { InboxPage } from './inbox-page.tsx'

const row = {
  id: 'one',
  reference: '7KM4XQ2345',
  form: 'contact',
  version: 1,
  status: 'awaiting',
  locale: 'zh',
  createdAt: '2026-11-19T13:47:00Z',
  lastAt: '2026-11-19T13:47:00Z',
  lines: [{ field: 'message', label: 'Your message', value: '请问还有位置吗？' }],
  state: 'open',
  name: '林国华',
  excerpt: '请问还有位置吗？',
  rev: 3,
}
const frame = { subject: '本寺回复', before: '', after: '\n\n清莲寺' }
const texts = [{ key: 'visit', title: 'Come and visit', text: { en: 'Dear 林国华, come.', zh: '林国华 您好：欢迎。' } }]
const entry = {
  ...row,
  reach: 'mail',
  email: 'lin@mail.example',
  member: false,
  messages: [] as unknown[],
  texts,
  frame,
  mostParts: 2,
  colleagues: [{ id: 'tan', name: 'Tan Mei Ling' }],
  keptUntil: '2028-11-19T13:47:00Z',
}

let sent: { call: string; body: unknown }[] = []
let shown = entry
let answer: [number, unknown] = [200, { rev: 4 }]
let reading: Promise<void> | undefined
const nothing = () => {}

beforeEach(() => {
  reading = undefined
  sessionStorage.clear()
  sent = []
  shown = entry
  answer = [200, { rev: 4 }]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.split('?')[0] ?? ''
    if (init.method !== 'GET') {
      if (path.endsWith('/claim') || path.endsWith('/release'))
        return new Response(JSON.stringify({ mine: true }), { status: 200 })
      sent.push({
        call: `${init.method} ${path}`,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      })
      return new Response(JSON.stringify(answer[1]), { status: answer[0] })
    }
    await reading
    const counts = { open: 1, mine: 0, waiting: 2, spam: 0 }
    const list = { items: [row], page: 1, pageSize: 20, total: 1, counts }
    return new Response(JSON.stringify(path.endsWith('/one') ? shown : list), { status: 200 })
  })
})

function show(roles: string[] = ['editor'], locale: 'en' | 'zh' = 'en') {
  const at = memoryLocation({ path: '/inbox/one' })
  const user = { id: 'me', name: 'Me', roles } as unknown as Parameters<typeof InboxPage>[0]['user']
  return showOffice(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <InboxPage user={user} id="one" />
    </Router>,
    locale,
  )
}
const box = () => screen.findByRole('textbox', { name: /^Your answer/ })

it('an answer is written in the language of the message, with the same text in the other language beside it', async () => {
  show()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Use a saved reply' }), 'visit')
  expect(await box()).toHaveValue('林国华 您好：欢迎。')
  expect(screen.getByText('Dear 林国华, come.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send in Chinese' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'POST /api/admin/form-entry/one/answer',
        body: { body: '林国华 您好：欢迎。', done: true, seen: 3 },
      },
    ]),
  )
  await waitFor(async () => expect(await box()).toHaveValue(''))
})

it('keeps what was typed when a colleague answered first or the page is left', async () => {
  answer = [400, { code: 'entry-changed', title: messages.en['fault.entry-changed'] }]
  const { unmount } = show()
  await userEvent.type(await box(), '有的')
  await userEvent.click(screen.getByRole('button', { name: 'Send in Chinese' }))
  expect(await screen.findByText(/A colleague has just answered/)).toBeVisible()
  expect(await box()).toHaveValue('有的')
  unmount()
  show()
  expect(await box()).toHaveValue('有的')
})

it('keeps an answer as it was sent until it has arrived', async () => {
  answer = [500, { code: 'unexpected', title: '' }]
  show()
  await userEvent.type(await box(), '有的')
  await userEvent.click(screen.getByRole('button', { name: 'Send in Chinese' }))
  expect(await screen.findByText(messages.en['office.unsent'] ?? '')).toBeVisible()
  expect(await box()).toBeDisabled()
  answer = [200, { rev: 4 }]
  await userEvent.click(screen.getByRole('button', { name: messages.en['common.try-again'] }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  expect(sent[1]).toEqual(sent[0])
})

it('undoing an answer restores its text, and sending it again names the changed conversation', async () => {
  const message = {
    id: 'm1',
    kind: 'answer',
    channel: 'mail',
    locale: 'zh',
    body: '有的',
    by: { id: 'me', name: 'Me' },
    at: new Date().toISOString(),
    backUntil: new Date(Date.now() + 25_000).toISOString(),
    takenBack: false,
  }
  shown = { ...entry, state: 'done', messages: [message] }
  show()
  const recall = await screen.findByRole('button', { name: 'Recall' })
  let read = nothing
  reading = new Promise((done) => (read = done))
  shown = { ...entry, rev: 5 }
  await userEvent.click(recall)
  await waitFor(() => expect(sent[0]?.call).toBe('POST /api/admin/form-entry/one/answer/m1/take-back'))
  expect(await box()).toHaveValue('')
  read()
  await waitFor(async () => expect(await box()).toHaveValue('有的'))
  await userEvent.click(screen.getByRole('button', { name: 'Send in Chinese' }))
  await waitFor(() => expect(sent[1]?.body).toEqual({ body: '有的', done: true, seen: 5 }))
})

it('counts the SMS parts when the writer left only a phone number', async () => {
  shown = { ...entry, reach: 'sms', frame: { subject: '', before: '清莲寺：', after: '' } }
  show()
  await userEvent.type(await box(), '莲'.repeat(3))
  expect(screen.getByText('Sent as SMS: 1 of at most 2 parts.')).toBeVisible()
})

it('an internal note is visible only to the office, and the counter cannot export', async () => {
  show(['counter'])
  await userEvent.click(await screen.findByRole('button', { name: 'Note' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Only for the office' }), 'Row C')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(sent).toEqual([{ call: 'POST /api/admin/form-entry/one/note', body: { body: 'Row C' } }]))
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

it('exports only after the password, in Chinese too', async () => {
  answer = [
    400,
    { code: 'invalid-fields', title: '', errors: [{ field: 'password', code: 'wrong-password', title: '密码不对' }] },
  ]
  show(['editor'], 'zh')
  await userEvent.click(screen.getByRole('button', { name: messages.zh['office.export'] }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(messages.zh['office.export-password'] ?? ''), 'wrong')
  await userEvent.click(dialog.getByRole('button', { name: messages.zh['office.export'] }))
  expect(await dialog.findByText('密码不对')).toBeVisible()
  expect(sent[0]).toEqual({
    call: 'POST /api/admin/form-entry-export',
    body: { state: 'open', format: 'xlsx', password: 'wrong' },
  })
})

const answered = (letter: object) => ({
  ...entry,
  messages: [
    {
      id: 'm1',
      kind: 'answer',
      channel: 'mail',
      locale: 'zh',
      body: '有的。',
      by: { id: 'tan', name: 'Tan Mei Ling' },
      at: '2026-11-20T01:00:00Z',
      takenBack: false,
      letter,
    },
  ],
})

it.each(['en', 'zh'] as const)(
  'shows the delivery status of an answer, and resends a failed one (%s)',
  async (locale) => {
    const t = makeT(locale, messages[locale])
    shown = answered({ state: 'refused', why: 'refused', error: 'code 550', tries: 3, again: true })
    show(['editor'], locale)
    expect(await screen.findByText(t('inbox.letter-refused'))).toBeVisible()
    expect(screen.getByText(t('office.letter-why-refused'))).toBeVisible()
    shown = answered({ state: 'waits', at: '2026-11-20T01:00:30Z', again: false })
    await userEvent.click(screen.getByRole('button', { name: t('office.letter-again') }))
    expect(await screen.findByText(t('inbox.letter-waits'))).toBeVisible()
    expect(sent).toEqual([{ call: 'POST /api/admin/form-entry/one/answer/m1/again', body: undefined }])
    expect(screen.queryByRole('button', { name: t('office.letter-again') })).toBeNull()
  },
)

it.each([
  ['trying', { at: '2026-11-20T02:00:00Z', why: 'away', error: 'no answer', again: true }, /^It has not been sent yet/],
  ['sent', { at: '2026-11-20T01:00:31Z', again: false }, /^Sent 20 Nov 2026, 9:00 am$/],
  ['withdrawn', { again: false }, /^Recalled/],
  ['forgotten', { again: false }, /90 days/],
] as const)('shows that an answer is %s', async (state, letter, words) => {
  shown = answered({ state, ...letter })
  show()
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryAllByRole('button', { name: 'Send again' })).toHaveLength(letter.again ? 1 : 0)
})

it.each([
  [0, ['Mark as spam', 'Not spam']],
  [1, ['Not spam']],
] as const)('marking an unread message as spam sends its revision (rev %i)', async (rev, names) => {
  shown = { ...entry, state: 'spam', rev, suspect: 'alike' } as typeof entry
  show()
  for (const name of names) expect(await screen.findByRole('button', { name })).toBeVisible()
  expect(screen.getAllByRole('button', { name: /spam/i })).toHaveLength(names.length)
  await userEvent.click(screen.getByRole('button', { name: names[0] }))
  await waitFor(() =>
    expect(sent).toEqual([
      { call: 'PUT /api/admin/form-entry/one/state', body: { state: rev === 0 ? 'spam' : 'open' } },
    ]),
  )
})

it('warns about an NRIC in a text written about a message', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Note' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Only for the office' }), 'IC S1234567D')
  expect(screen.getByText(messages.en['common.identity-number'] ?? '')).toBeVisible()
})
