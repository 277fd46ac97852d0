import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useReducer } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SessionProvider } from '../site/session/session.tsx'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import type { FormDefinition } from '../domain/form/definition.ts'
import { changeDraft, draftOf, valuesOf } from '../domain/form/draft.ts'
import { PeopleList } from './people-list.tsx'

const words = (en: string) => ({ en, zh: en })
const definition: FormDefinition = {
  key: 'lamp',
  version: 1,
  fields: [
    {
      key: 'people',
      type: 'people',
      label: words('For whom?'),
      takes: 'living',
      requireOneOf: ['chineseName', 'name'],
      fields: [
        { key: 'chineseName', type: 'chineseName', label: words('Chinese name') },
        { key: 'relation', type: 'relation', label: words('Relation') },
      ],
    },
  ],
}
const person = { name: '', relation: '', address: '' }
const items = [
  { ...person, id: 'm', kind: 'living', chineseName: '陈𠮷䶮', relation: '母亲' },
  { ...person, id: 's', kind: 'living', chineseName: '陈小明' },
  { ...person, id: 'd', kind: 'departed', chineseName: '陈大文' },
]
const member = {
  user: { id: 'u', name: 'Tan', chineseName: '', email: '', mobile: '', locale: 'en', roles: [], member: true },
}
const list = { items, most: 100, zodiacFrom: 'new-year' }
let values: Record<string, unknown> = {}

function Form({ most, given }: { most: number; given: unknown }) {
  const [draft, change] = useReducer(changeDraft, draftOf(definition, given))
  const [field] = definition.fields
  useEffect(() => {
    values = valuesOf(definition, draft)
  }, [draft])
  if (!field) return null
  return (
    <SessionProvider>
      <PeopleList
        field={field}
        people={draft.people.people ?? []}
        most={most}
        errors={new Map()}
        onChange={change}
        section={0}
      />
    </SessionProvider>
  )
}

const show = (most = 3, given: unknown = {}) =>
  showPage(() => <Form most={most} given={given} />, { id: 'x', path: '/', data: {} })
const open = async () => void (await screen.findByRole('group', { name: /^Tap a name/ }))
const box = (name: RegExp) => screen.getByRole('checkbox', { name })
const fields = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Chinese name/ }).map(({ value }) => value)

afterEach(() => vi.unstubAllGlobals())

describe('the family book next to a form', () => {
  test('the family book is not requested for guests', async () => {
    const sent = answerCalls([200, {}])
    show()
    await waitFor(() => expect(sent).toHaveLength(1))
    await new Promise((done) => {
      setTimeout(done, 50)
    })
    expect(sent.map(({ call }) => call)).toEqual(['GET /api/_auth/session'])
    expect(screen.queryByRole('group', { name: /^Tap a name/ })).toBeNull()
  })

  test('the family book lists the living, fills free cards, and on untick clears cards that were not edited', async () => {
    answerCalls([200, member], [200, list])
    show()
    await open()
    expect(screen.getAllByRole('checkbox')).toHaveLength(2)
    await userEvent.click(box(/陈𠮷䶮/))
    expect(values).toEqual({ people: [{ chineseName: '陈𠮷䶮', relation: '母亲' }] })
    expect(box(/陈𠮷䶮/)).toBeChecked()
    expect(screen.getByText('陈𠮷䶮 added (1 of 3).')).toBeVisible()
    await userEvent.click(box(/陈小明/))
    expect(fields()).toEqual(['陈𠮷䶮', '陈小明'])
    await userEvent.click(box(/陈𠮷䶮/))
    expect(fields()).toEqual(['陈小明'])
    await userEvent.click(box(/陈小明/))
    expect(fields()).toEqual([''])
  })

  test('the family book overwrites nothing that was typed', async () => {
    answerCalls([200, member], [200, list])
    show(2)
    await userEvent.type(screen.getByRole('textbox', { name: /^Relation/ }), '儿子')
    await open()
    await userEvent.click(box(/陈𠮷䶮/))
    expect(values).toEqual({ people: [{ relation: '儿子' }, { chineseName: '陈𠮷䶮', relation: '母亲' }] })
    await userEvent.click(box(/陈小明/))
    expect(box(/陈小明/)).not.toBeChecked()
    expect(screen.getAllByText(/This takes 2 names/).length).toBeGreaterThan(0)
    const second = screen.getByRole('listitem', { name: 'Person 2' })
    await userEvent.type(within(second).getByRole('textbox', { name: /^Relation/ }), '大人')
    await userEvent.click(box(/陈𠮷䶮/))
    expect(box(/陈𠮷䶮/)).toBeChecked()
    expect(screen.getByText(/You edited 陈𠮷䶮 here/)).toBeVisible()
    expect(values).toEqual({ people: [{ relation: '儿子' }, { chineseName: '陈𠮷䶮', relation: '母亲大人' }] })
  })

  test('new people of a form are saved to the family book on request, and those that cannot be saved are named', async () => {
    const refusal = {
      code: 'invalid-fields',
      title: '',
      errors: [{ field: 'relation', code: 'too-long', title: 'Long.' }],
    }
    const sent = answerCalls([200, member], [200, list], [200, { person: {} }], [400, refusal], [200, list])
    show(4, { people: [{ chineseName: '陈𠮷䶮' }, { chineseName: '林 一' }, { chineseName: '林二', relation: 'r' }] })
    await userEvent.click(await screen.findByRole('button', { name: 'Save these people to my family book' }))
    expect(await screen.findByText('1 person added to your family book. 林二 could not be saved: Long.')).toHaveFocus()
    expect(sent.slice(2, 4).map(({ body }) => body)).toEqual([
      { kind: 'living', chineseName: '林 一' },
      { kind: 'living', chineseName: '林二', relation: 'r' },
    ])
    expect(new Set(sent.slice(2, 4).map(({ key }) => key)).size).toBe(2)
  })

  test('a person whose answer was lost is saved under the same key, though the server had no room in between', async () => {
    const busy = { code: 'busy', title: 'Please try again in 1 second.', retryAfter: 1 }
    const sent = answerCalls(
      [200, member],
      [200, list],
      'no answer',
      [200, list],
      [503, busy],
      [200, list],
      [200, { person: {} }],
      [200, list],
    )
    show(4, { people: [{ chineseName: '林 一' }] })
    const keep = async (calls: number) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Save these people to my family book' }))
      await waitFor(() => expect(sent).toHaveLength(calls))
    }
    await keep(4)
    expect(console.error).toHaveBeenCalledOnce() // no answer
    vi.mocked(console.error).mockClear()
    await keep(6)
    await keep(8)
    const saves = sent.filter(({ call }) => call === 'POST /api/family')
    expect(saves).toHaveLength(3)
    expect(new Set(saves.map(({ key }) => key)).size).toBe(1)
  })

  test('the family book is not shown to staff without a member record', async () => {
    const sent = answerCalls([200, member], [403, {}])
    show()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByRole('group', { name: /^Tap a name/ })).toBeNull()
  })
})
