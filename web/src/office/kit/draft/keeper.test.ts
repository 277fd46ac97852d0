import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftKeeper, idle, pause, type SaveAnswer, type Unsaved } from './keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start = { 'title.en': { value: 'Old', rev: 1 }, 'html.en': { value: '<p>a</p>', rev: 4 } }

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
    const all = keeper(async (fields) => {
      sent.push(fields)
      return sent.length === 1
        ? { kind: 'saved', revs: {}, conflicts: [theirs] }
        : saved({ 'html.en': 10, 'title.en': 2 })
    })
    all.one.type('html.en', '<p>b</p>')
    await vi.advanceTimersByTimeAsync(idle)
    return { ...all, sent }
  }
  it('when another person saved first, shows both versions, and does not save that field until the user chooses', async () => {
    const { one, sent, kept } = await torn()
    expect(one.snapshot().conflicts).toEqual([{ ...theirs, mine: '<p>b</p>', before: '<p>a</p>' }])
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

/**
 * Whatever happens, in any order: the last typed text is shown, and is on the server, in the browser, or in a conflict.
 */
it('loses nothing typed in random sequences', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    let n = seed
    const random = (of: number) => {
      n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((n / 2_147_483_648) * of)
    }
    const server: Record<string, { value: string; rev: number; history: string[] }> = {
      'title.en': { value: 'Old', rev: 1, history: [] },
      'html.en': { value: '<p>a</p>', rev: 4, history: [] },
    }
    const { one, kept } = keeper(async (fields) => {
      await new Promise((resolve) => {
        setTimeout(resolve, random(3_000))
      })
      if (random(4) === 0) throw new Error('no answer')
      const revs: Record<string, number> = {}
      const conflicts = []
      for (const [field, { value, base }] of Object.entries(fields)) {
        const there = server[field]
        if (!there) throw new Error(field)
        if (there.rev === base) {
          there.value = value
          revs[field] = ++there.rev
        } else if (there.value === value)
          revs[field] = there.rev // the same save again
        else {
          there.history.push(value)
          conflicts.push({ field, theirs: there.value, rev: there.rev, by: 'Lim', at: '' })
        }
      }
      if (random(6) === 0) throw new Error('the answer was lost')
      return { kind: 'saved', revs, conflicts }
    })
    const last: Record<string, string> = {}
    for (let step = 0; step < 40; step++) {
      const field = random(2) === 0 ? 'title.en' : 'html.en'
      const there = server[field]
      if (!there) continue
      const what = random(10)
      if (what < 6) {
        last[field] = `${field} ${seed} ${step}`
        one.type(field, last[field])
      } else if (what < 7) {
        there.history.push(there.value)
        there.value = `theirs ${seed} ${step}`
        there.rev++
      } else if (what < 8) {
        const conflict = one.snapshot().conflicts.find((other) => other.field === field)
        if (conflict) {
          last[field] = random(2) === 0 ? conflict.mine : conflict.theirs
          one.decide(field, last[field])
        }
      }
      await vi.advanceTimersByTimeAsync(random(3_000)) // oxlint-disable-line no-await-in-loop -- step by step
    }
    await vi.advanceTimersByTimeAsync(200_000) // oxlint-disable-line no-await-in-loop -- seed by seed
    const { fields, conflicts, state } = one.snapshot()
    for (const [field, value] of Object.entries(last)) {
      expect(fields[field], `seed ${seed}`).toBe(value)
      const there = server[field]
      const torn = conflicts.some((conflict) => conflict.field === field)
      const where = torn ? [kept()?.fields[field]?.value] : [there?.value, ...(there?.history ?? [])]
      expect(where, `seed ${seed} ${state}`).toContain(value)
    }
    one.close()
  }
})
