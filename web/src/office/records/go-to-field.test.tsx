import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { SessionProvider } from '../kit/session/session.tsx'
import { detail, serve, summary, user } from '../testing/serve-records.ts'
import { showOffice } from '../testing/show-office.tsx'
import { EventPage } from './kinds/event/event-page.tsx'
import { goToField } from './field/go-to-field.ts'
import { RecordPage } from './record-page.tsx'

afterEach(() => vi.unstubAllGlobals())

// The text editor measures its cursor, but jsdom has no layout.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() })

const fields: Record<string, Record<string, string>> = {
  event: { 'title.en': 'Talk', 'html.en': '<p>Old</p>', 'title.zh': '讲座', 'html.zh': '<p>旧</p>' },
  offering: { ...detail.fields, options: 'bowl', 'option.bowl.terms': 'once' },
  form: {
    'ask.family.type': 'people',
    'ask.family.place': '1',
    'ask.family.each.name.type': 'name',
    'ask.family.each.name.place': '1',
    'ask.phone.type': 'text',
    'ask.phone.place': '2',
  },
  page: detail.fields,
  policy: detail.fields,
  banner: { type: '101' },
  place: {},
}

/** Renders the editor of a kind of record, with a publishing problem in the field. */
function show(kind: string, field = '') {
  const record = summary('r', {
    kind,
    en: { state: 'changed', onSite: false },
    zh: { state: 'changed', onSite: false },
  })
  const asked = serve({
    'GET /api/_auth/session': () => ({ user }),
    'GET /api/admin/record/r': () => ({ ...detail, record, fields: fields[kind] ?? {}, revs: {} }),
    'POST /api/admin/record/r/presence': () => ({ others: [] }),
    'GET /api/admin/record': () => ({ items: [], taken: [] }),
    'GET /api/offering': () => ({ items: [] }),
    'GET /api/admin/offering/r': () => ({ id: 'o', forms: [], options: [] }),
    'GET /api/admin/record/r/check': () => ({
      rev: 4,
      blocks: field ? [{ field, code: 'not-a-choice', message: 'Choose one.' }] : [],
      warnings: [],
      changed: [],
      older: [],
      addresses: [],
    }),
    'POST /api/admin/event/preview': () => ({ next: [], more: 0, until: '', clashes: [] }),
  })
  const at = memoryLocation({ path: '/r', record: true })
  const Page = kind === 'event' ? EventPage : RecordPage
  showOffice(
    <SessionProvider onEnd={() => undefined}>
      <Router hook={at.hook} searchHook={at.searchHook}>
        <Page user={user} areas={[]} id="r" />
      </Router>
    </SessionProvider>,
  )
  return asked
}

it('a publishing problem links to its field on another tab', async () => {
  show('event', 'kind')
  await userEvent.click(await screen.findByRole('button', { name: 'When and where' }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish …' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Type of event' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Chanting' })).toHaveFocus())
  expect(screen.queryByRole('dialog')).toBeNull()
})

// For each editor, the fields in order: the focused element is the field, or inside it.
const ways: Record<string, [field: string, id: string][]> = {
  event: [
    ['place.zh', 'field-place-zh'],
    ['offering', 'field-offering'],
    ['title.zh', 'text-title-zh'],
    ['rule', 'rule.days[0]'],
    ['rule.sessions[0].begins', 'rule.sessions[0].begins'],
    ['picture', 'field-picture'],
    ['summary.en', 'field-summary-en'],
    ['kind', 'field-kind'],
  ],
  offering: [
    ['option.bowl.price', 'field-option-bowl-price'],
    ['closes', 'field-closes'],
    ['option.bowl.terms', 'field-option-bowl-terms'],
    ['option.bowl.later', 'field-option-bowl-later'],
    ['category', 'field-category'],
    ['art', 'field-art'],
    ['options', 'field-options'],
    ['title.zh', 'text-title-zh'],
    ['html.en', 'text-html-en'],
    ['keywords.zh', 'field-keywords-zh'],
  ],
  form: [
    ['ask.phone.label.zh', 'field-ask-phone-label-zh'],
    ['ask.family.each.name.label.en', 'field-ask-family-each-name-label-en'],
    ['title.en', 'field-title-en'],
  ],
  page: [
    ['title.zh', 'text-title-zh'],
    ['html.en', 'text-html-en'],
    ['html.zh', 'text-html-zh'],
  ],
  policy: [['title.zh', 'text-title-zh']],
  banner: [
    ['title.zh', 'field-title-zh'],
    ['type', 'field-type'],
    ['closes', 'field-closes'],
  ],
  place: [
    ['opening', 'field-opening'],
    ['phone', 'field-phone'],
  ],
}

it.each(Object.entries(ways))('each field of %s can be reached from every other tab', async (kind, fields) => {
  // Browsers do not focus hidden elements, such as the other language on a narrow screen.
  const hidden: string[] = []
  const look = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[class~="max-lg:hidden"]')) hidden.push(target.id)
  }
  document.addEventListener('focusin', look, true)
  show(kind)
  await screen.findByRole('button', { name: 'Publish …' })
  for (const [field, id] of fields) {
    goToField(field)
    await waitFor(() => expect([field, document.activeElement?.closest(`[id="${id}"]`)?.id]).toEqual([field, id]))
  }
  document.removeEventListener('focusin', look, true)
  expect(hidden).toEqual([])
})

it('an event with no valid date asks for one', async () => {
  const asked = show('event')
  await userEvent.click(await screen.findByRole('button', { name: 'When and where' }))
  const previews = () => asked.filter(({ path }) => path === '/api/admin/event/preview').length
  expect(screen.getByText('The next dates appear here once the rule is complete.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Date'), 'soon')
  expect(previews()).toBe(0)
  await userEvent.clear(screen.getByLabelText('Date'))
  await userEvent.type(screen.getByLabelText('Date'), '23 Dec 2030')
  await waitFor(() => expect(previews()).toBe(1))
})
