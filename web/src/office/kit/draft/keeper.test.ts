import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftKeeper, idle, pause, type SaveAnswer, type Unsaved } from './keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start = {
  'title.en': { value: 'Old', rev: 1 },
  'html.en': { value: '<p>a</p>', rev: 4 },
  'html.zh': { value: '', rev: 0 },
}

function keeper(send: (fields: Record<string, { value: string; base: number }>) => Promise<SaveAnswer>) {
  let kept: Unsaved | null = null
  const replaced: [string, string][] = []
  const one = new DraftKeeper(start, {
    send,
    keep: async (unsaved) => {
      kept = unsaved
    },
    replaced: (field, value) => replaced.push([field, value]),
    now: () => 7,
  })
  return { one, replaced, kept: () => kept }
}

const saved = (revs: Record<string, number>): SaveAnswer => ({ kind: 'saved', revs, conflicts: [] })

it('keeps each keystroke, and saves two seconds after the last one', async () => {
  const sent: unknown[] = []
  const { one, kept } = keeper(async (fields) => {
    sent.push(fields)
    return saved({ 'title.en': 2 })
  })
  one.type('title.en', 'N')
  one.type('title.en', 'New')
  await vi.advanceTimersByTimeAsync(idle - 1)
  expect(sent).toEqual([])
  expect(kept()?.fields).toEqual({ 'title.en': { value: 'New', base: 1 } })
  expect(one.snapshot().state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ 'title.en': { value: 'New', base: 1 } }])
  expect(one.snapshot()).toMatchObject({ state: 'saved', unsaved: 0, savedAt: 7 })
  await vi.runAllTimersAsync()
  expect(kept()).toBeNull()
})

it('typing during a save is based on that save’s result', async () => {
  const sent: unknown[] = []
  let rev = 1
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    if (sent.length === 1) one.type('title.en', 'Newer')
    rev++
    return saved({ 'title.en': rev })
  })
  one.type('title.en', 'New')
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ 'title.en': { value: 'New', base: 1 } }, { 'title.en': { value: 'Newer', base: 2 } }])
  expect(one.snapshot().fields['title.en']).toBe('Newer')
})

it('a text that the server stores as no text leaves the field never written', async () => {
  const sent: unknown[] = []
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    return saved(sent.length === 1 ? {} : { 'html.zh': 5 })
  })
  one.type('html.zh', '<p></p>')
  await vi.runAllTimersAsync()
  one.type('html.zh', '<p>人手</p>')
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ 'html.zh': { value: '<p></p>', base: 0 } }, { 'html.zh': { value: '<p>人手</p>', base: 0 } }])
})

it('a save whose answer was lost is sent again as it was, before what was typed since', async () => {
  const sent: unknown[] = []
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    if (sent.length === 1) throw new Error('the answer was lost')
    return saved({ 'title.en': sent.length })
  })
  one.type('title.en', 'New')
  await vi.advanceTimersByTimeAsync(idle)
  one.type('title.en', 'Newer')
  await vi.runAllTimersAsync()
  const first = { 'title.en': { value: 'New', base: 1 } }
  expect(sent).toEqual([first, first, { 'title.en': { value: 'Newer', base: 2 } }])
})

it('a refused text that was changed meanwhile is sent again without an error', async () => {
  const { one } = keeper(async (fields) => {
    if (fields['title.en']?.value !== 'Too long') return saved({ 'title.en': 2 })
    one.type('title.en', 'Short')
    return { kind: 'refused', errors: { 'title.en': 'Too long.' } }
  })
  one.type('title.en', 'Too long')
  await vi.runAllTimersAsync()
  expect(one.snapshot()).toMatchObject({ state: 'saved', errors: {}, fields: { 'title.en': 'Short' } })
})

it('waits for a connection, and retries automatically', async () => {
  let there = false
  const { one, kept } = keeper(async () => {
    if (!there) throw new Error('no answer')
    return saved({ 'title.en': 2 })
  })
  one.type('title.en', 'New')
  await vi.advanceTimersByTimeAsync(idle)
  expect(one.snapshot()).toMatchObject({ state: 'offline', unsaved: 1 })
  expect(kept()?.fields).toHaveProperty('title.en')
  there = true
  await vi.advanceTimersByTimeAsync(pause)
  expect(one.snapshot().state).toBe('saved')
})

it('saves the other fields when one is refused, and that one again after it has changed', async () => {
  const { one } = keeper(async (fields) =>
    'title.en' in fields && fields['title.en']?.value === ''
      ? { kind: 'refused', errors: { 'title.en': 'Needed.' } }
      : saved({ 'title.en': 2, 'html.en': 5 }),
  )
  one.type('title.en', '')
  one.type('html.en', '<p>b</p>')
  await vi.advanceTimersByTimeAsync(idle)
  expect(one.snapshot()).toMatchObject({ state: 'refused', errors: { 'title.en': 'Needed.' }, unsaved: 1 })
  one.type('title.en', 'Good')
  await vi.advanceTimersByTimeAsync(idle)
  expect(one.snapshot()).toMatchObject({ state: 'saved', errors: {} })
})

it('stops resending what is refused without a reason', async () => {
  const send = vi.fn<() => Promise<SaveAnswer>>(async () => ({ kind: 'refused', errors: {} }))
  const { one } = keeper(send)
  one.type('title.en', 'x')
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledOnce()
  expect(one.snapshot()).toMatchObject({ state: 'refused', unsaved: 1 })
})

describe('when another person saved first', () => {
  const theirs = { field: 'html.en', theirs: '<p>c</p>', rev: 9, by: 'Lim', at: '2026-11-23T02:00:00Z' }
  async function torn() {
    const sent: Record<string, { value: string; base: number }>[] = []
    let other: SaveAnswer | undefined
    const all = keeper(async (fields) => {
      sent.push(fields)
      if (other) return other
      return fields['html.en'] && fields['html.en'].base < theirs.rev
        ? { kind: 'saved', revs: {}, conflicts: [theirs] }
        : saved({ 'html.en': 10, 'title.en': 2 })
    })
    all.one.type('html.en', '<p>b</p>')
    await vi.advanceTimersByTimeAsync(idle)
    const refuse = (errors: Record<string, string>) => {
      other = { kind: 'refused', errors }
    }
    const leave = () => {
      other = { kind: 'gone' }
    }
    return { ...all, sent, refuse, leave }
  }
  it('when another person saved first, shows both versions, and does not save that field until the user chooses', async () => {
    const { one, sent, kept } = await torn()
    expect(one.snapshot().conflicts).toEqual([{ ...theirs, mine: '<p>b</p>', before: '<p>a</p>', chosen: undefined }])
    one.type('html.en', '<p>bb</p>')
    one.type('title.en', 'New')
    await vi.advanceTimersByTimeAsync(idle)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual({ 'title.en': { value: 'New', base: 1 } })
    expect(one.snapshot().conflicts[0]?.mine).toBe('<p>bb</p>')
    expect(kept()?.fields).toHaveProperty('html.en')
  })
  it('a conflict can be resolved with one’s own text', async () => {
    const { one, sent, replaced } = await torn()
    one.decide('html.en', '<p>b</p>')
    await vi.runAllTimersAsync()
    expect(sent[1]).toEqual({ 'html.en': { value: '<p>b</p>', base: 9 } })
    expect(replaced).toEqual([])
    expect(one.snapshot()).toMatchObject({ state: 'saved', conflicts: [] })
  })
  it('a conflict can be resolved with the other person’s text, which is then shown', async () => {
    const { one, sent, replaced } = await torn()
    one.decide('html.en', '<p>c</p>')
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    expect(replaced).toEqual([['html.en', '<p>c</p>']])
    expect(one.snapshot().fields['html.en']).toBe('<p>c</p>')
  })
  it('what was typed since the conflict is sent to the history when the other person’s text is chosen', async () => {
    const { one, sent } = await torn()
    one.type('html.en', '<p>bb</p>')
    one.decide('html.en', '<p>c</p>')
    expect(one.snapshot()).toMatchObject({ unsaved: 1, conflicts: [{ chosen: '<p>c</p>' }] })
    await vi.runAllTimersAsync()
    expect(sent.slice(1)).toEqual([{ 'html.en': { value: '<p>bb</p>', base: 4 } }])
    expect(one.snapshot()).toMatchObject({
      state: 'saved',
      unsaved: 0,
      fields: { 'html.en': '<p>c</p>' },
      conflicts: [],
    })
  })
  it('typing again takes the choice of the other person’s text back', async () => {
    const { one, sent } = await torn()
    one.type('html.en', '<p>bb</p>')
    one.decide('html.en', '<p>c</p>')
    one.type('html.en', '<p>bbb</p>')
    await vi.runAllTimersAsync()
    expect(sent.slice(1)).toEqual([{ 'html.en': { value: '<p>bb</p>', base: 4 } }])
    expect(one.snapshot()).toMatchObject({
      fields: { 'html.en': '<p>bbb</p>' },
      conflicts: [{ mine: '<p>bbb</p>', chosen: undefined }],
    })
  })
  it('a text that is given up and cannot be stored is replaced all the same', async () => {
    const { one, sent, refuse } = await torn()
    refuse({ 'html.en': 'Too long.' })
    one.type('html.en', '<p>too long</p>')
    one.decide('html.en', '<p>c</p>')
    await vi.runAllTimersAsync()
    expect(sent.slice(1)).toEqual([{ 'html.en': { value: '<p>too long</p>', base: 4 } }])
    expect(one.snapshot()).toMatchObject({
      state: 'saved',
      errors: {},
      conflicts: [],
      fields: { 'html.en': '<p>c</p>' },
    })
  })
  it('a text is given up alone, so that the refusal of another field does not concern it', async () => {
    const { one, sent } = await torn()
    one.type('html.en', '<p>bb</p>')
    one.type('title.en', 'New')
    one.decide('html.en', '<p>c</p>')
    await vi.runAllTimersAsync()
    expect(sent.slice(1).map((fields) => Object.keys(fields))).toEqual([['html.en'], ['title.en']])
  })
  it('a refused text can still be given up', async () => {
    const { one, refuse } = await torn()
    refuse({ 'html.en': 'Too long.' })
    one.type('html.en', '<p>too long</p>')
    one.decide('html.en', '<p>c</p>')
    one.type('html.en', '<p>too lon</p>')
    one.type('html.en', '<p>too long</p>') // the choice is taken back, and then the text is refused
    await vi.runAllTimersAsync()
    expect(one.snapshot()).toMatchObject({ errors: { 'html.en': 'Too long.' }, conflicts: [{ chosen: undefined }] })
    one.decide('html.en', '<p>c</p>')
    await vi.runAllTimersAsync()
    expect(one.snapshot()).toMatchObject({
      state: 'saved',
      errors: {},
      conflicts: [],
      fields: { 'html.en': '<p>c</p>' },
    })
  })
  it('a choice made while another one is being carried out counts', async () => {
    const { one, sent } = await torn()
    one.type('html.en', '<p>bb</p>')
    one.decide('html.en', '<p>c</p>')
    one.decide('html.en', '<p>bb</p>')
    await vi.runAllTimersAsync()
    expect(sent.slice(1)).toEqual([
      { 'html.en': { value: '<p>bb</p>', base: 4 } },
      { 'html.en': { value: '<p>bb</p>', base: 9 } },
    ])
    expect(one.snapshot()).toMatchObject({ state: 'saved', conflicts: [], fields: { 'html.en': '<p>bb</p>' } })
  })
  it('a choice is open again when nobody is signed in', async () => {
    const { one, leave } = await torn()
    leave()
    one.type('html.en', '<p>bb</p>')
    one.decide('html.en', '<p>c</p>')
    await vi.runAllTimersAsync()
    expect(one.snapshot()).toMatchObject({ state: 'gone', conflicts: [{ mine: '<p>bb</p>', chosen: undefined }] })
  })
})

it('does not touch stored unsaved text when there is nothing to save', async () => {
  const keep = vi.fn<() => Promise<void>>(async () => undefined)
  const one = new DraftKeeper(start, { send: vi.fn<() => never>(), keep, replaced: () => undefined, now: () => 7 })
  expect(await one.save()).toBe(true)
  expect(keep).not.toHaveBeenCalled()
})

it('restores unsaved text on the version that it was based on', async () => {
  const sent: unknown[] = []
  const { one, replaced } = keeper(async (fields) => {
    sent.push(fields)
    return saved({ 'title.en': 3 })
  })
  one.putIn({ at: 1, fields: { 'title.en': { value: 'Left', base: 0 }, 'html.en': { value: '<p>a</p>', base: 4 } } })
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ 'title.en': { value: 'Left', base: 0 } }])
  expect(replaced).toEqual([['title.en', 'Left']])
})

it('restored input is based on a save that has arrived although its answer was lost', async () => {
  const sent: unknown[] = []
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    return saved({ 'title.en': 8, 'html.en': 9 })
  })
  one.putIn({
    at: 1,
    fields: {
      'title.en': { value: 'Older', base: 0, sent: 'Old' }, // the draft has what was sent, at revision 1
      'html.en': { value: '<p>abc</p>', base: 3, sent: '<p>ab</p>' }, // it has another text
    },
  })
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ 'title.en': { value: 'Older', base: 1 }, 'html.en': { value: '<p>abc</p>', base: 3 } }])
})

it('stores what was sent and not answered, and the base after each answer', async () => {
  const kept: Unsaved[] = []
  let times = 0
  const one = new DraftKeeper(start, {
    async send() {
      times++
      if (times === 1) one.type('title.en', 'AB')
      if (times > 1) throw new Error('no connection')
      return saved({ 'title.en': 2 })
    },
    keep: async (unsaved) => {
      if (unsaved) kept.push(unsaved)
    },
    replaced: () => undefined,
    now: () => 7,
  })
  one.type('title.en', 'A')
  await vi.advanceTimersByTimeAsync(idle)
  expect(kept.at(-1)?.fields).toEqual({ 'title.en': { value: 'AB', base: 2, sent: 'AB' } })
  one.close()
})

it('restored input replaces a refused text and its error', async () => {
  const { one } = keeper(async (fields) =>
    fields['title.en']?.value === 'Too long'
      ? { kind: 'refused', errors: { 'title.en': 'Too long.' } }
      : saved({ 'title.en': 2 }),
  )
  one.type('title.en', 'Too long')
  await vi.runAllTimersAsync()
  one.putIn({ at: 1, fields: { 'title.en': { value: 'Left', base: 1 } } })
  await vi.runAllTimersAsync()
  expect(one.snapshot()).toMatchObject({ state: 'saved', errors: {}, fields: { 'title.en': 'Left' } })
})

it('keeps the results of the fields that were saved when another one was refused', async () => {
  const sent: unknown[] = []
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    return { kind: 'saved', revs: { 'html.en': 5 }, conflicts: [], errors: { 'title.en': 'Too long.' } }
  })
  one.type('title.en', 'Too long')
  one.type('html.en', '<p>b</p>')
  await vi.runAllTimersAsync()
  one.type('html.en', '<p>c</p>')
  await vi.runAllTimersAsync()
  expect(sent.slice(1)).toEqual([{ 'html.en': { value: '<p>c</p>', base: 5 } }])
  expect(one.snapshot()).toMatchObject({ state: 'refused', unsaved: 1, errors: { 'title.en': 'Too long.' } })
})

it('fields that were read before the last save do not replace it', async () => {
  const { one, replaced } = keeper(async () => saved({ 'title.en': 6 }))
  one.type('title.en', 'New')
  await vi.runAllTimersAsync()
  one.renew(start)
  expect(one.snapshot().fields['title.en']).toBe('New')
  one.renew({ ...start, 'title.en': { value: 'Restored', rev: 7 } })
  expect(one.snapshot().fields['title.en']).toBe('Restored')
  expect(replaced).toEqual([['title.en', 'Restored']])
})

it('a save that found nobody signed in is sent again as it was', async () => {
  const sent: unknown[] = []
  const { one } = keeper(async (fields) => {
    sent.push(fields)
    return sent.length === 1 ? { kind: 'gone' } : saved({ 'title.en': sent.length })
  })
  one.type('title.en', 'New')
  await vi.runAllTimersAsync()
  expect(one.snapshot().state).toBe('gone')
  one.type('title.en', 'Newer')
  await vi.runAllTimersAsync()
  const first = { 'title.en': { value: 'New', base: 1 } }
  expect(sent.slice(0, 2)).toEqual([first, first])
  expect(one.snapshot()).toMatchObject({ state: 'saved', fields: { 'title.en': 'Newer' } })
})
