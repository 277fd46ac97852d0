import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newAttempts } from '../../../api/attempt.ts'
import { DraftKeeper, type SaveAnswer, type Unsaved } from './keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start = {
  'title.en': { value: 'Old', rev: 1 },
  'html.en': { value: '<p>a</p>', rev: 4 },
  'html.zh': { value: '', rev: 0 },
}

type Row = { value: string; rev: number; by: string; history: string[] }

const asStored = (value: string) => (value === '<p></p>' ? '' : value)
const refused = (value: string) => value.includes('too long')

/**
 * The server's part of a save: it remembers its answers by key, stores a paragraph without text as no text, refuses a
 * request with a text that is too long, and counts the saves.
 */
function server() {
  const rows: Record<string, Row> = Object.fromEntries(
    Object.entries(start).map(([field, own]) => [field, { ...own, by: '', history: [] }]),
  )
  let newest = 4
  const answers = new Map<string, SaveAnswer>()
  let attempts = newAttempts()
  const save = (fields: Record<string, { value: string; base: number }>): SaveAnswer => {
    const revs: Record<string, number> = {}
    const conflicts = []
    const errors = Object.entries(fields).filter(([, { value }]) => refused(value))
    if (errors.length > 0)
      return { kind: 'refused', errors: Object.fromEntries(errors.map(([field]) => [field, 'Too long.'])) }
    for (const [field, { value: raw, base }] of Object.entries(fields)) {
      const there = rows[field]
      if (!there) throw new Error(field)
      const value = asStored(raw)
      if (there.value !== value && there.rev !== base) {
        there.history.push(value)
        conflicts.push({ field, theirs: there.value, rev: there.rev, by: there.by, at: '' })
        continue
      }
      if (there.value !== value) Object.assign(there, { value, rev: ++newest, by: 'me' })
      if (there.rev > 0) revs[field] = there.rev
    }
    return { kind: 'saved', revs, conflicts }
  }
  return {
    rows,
    /** A page opened again has new keys. */
    opened() {
      attempts = newAttempts()
      return Object.fromEntries(Object.entries(rows).map(([field, { value, rev }]) => [field, { value, rev }]))
    },
    colleague(field: string, value: string) {
      const there = rows[field]
      if (!there) throw new Error(field)
      there.history.push(there.value)
      Object.assign(there, { value, rev: ++newest, by: 'Lim' })
    },
    async send(fields: Record<string, { value: string; base: number }>, fails: () => 'before' | 'after' | undefined) {
      const key = attempts.keyFor(fields)
      const fault = fails()
      if (fault === 'before') throw new Error('no connection')
      const answer = answers.get(key) ?? save(fields)
      answers.set(key, answer)
      if (fault === 'after') throw new Error('the answer was lost')
      attempts.done(fields)
      return answer
    },
  }
}

/**
 * Whatever happens, in any order: the last typed text is shown, and is on the server, in the browser, or in a conflict;
 * a text given up for a colleague's is in the history; and only a colleague's text is a conflict.
 */
it('loses nothing typed in random sequences, and conflicts only with others', async () => {
  for (let seed = 1; seed <= 500; seed++) {
    let n = seed
    const random = (of: number) => {
      n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((n / 2_147_483_648) * of)
    }
    // Who leaves while an answer is lost and comes back cannot tell a text that the server has stored differently from a
    // colleague's.
    const leaves = seed % 2 === 0
    const { rows, opened, colleague, send } = server()
    const stored = (field: string) => [rows[field]?.value, ...(rows[field]?.history ?? [])]
    let kept: Unsaved | null = null
    /** What should be shown, and what was typed last: they differ when a colleague's text was chosen. */
    const last: Record<string, string> = {}
    const typed: Record<string, string> = {}
    const earlier: string[] = []
    const givenUp: [string, string][] = []
    const open = () =>
      new DraftKeeper(opened(), {
        async send(fields) {
          await new Promise((resolve) => {
            setTimeout(resolve, random(3_000))
          })
          return send(fields, () => (['before', 'after'] as const)[random(connected ? 1e9 : 6)])
        },
        keep: async (unsaved) => {
          kept = unsaved
        },
        replaced(field, value) {
          const given = typed[field] ?? value
          if (given !== value && !refused(given)) givenUp.push([field, given])
        },
        now: () => 7,
      })
    let connected = false
    let one = open()
    const others: string[] = []
    const pass = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds)
      others.push(...one.snapshot().conflicts.map(({ by }) => by))
    }
    const acts = {
      type(field: string, step: number) {
        const empty = leaves ? '' : '<p></p>'
        const text =
          [empty, `${field} too long ${seed} ${step}`, earlier[random(earlier.length)]][random(10)] ??
          `${field} ${seed} ${step}`
        earlier.push(text)
        last[field] = typed[field] = text
        one.type(field, text)
      },
      decide(field: string) {
        const conflict = one.snapshot().conflicts.find((other) => other.field === field)
        if (!conflict) return
        last[field] = random(2) === 0 ? conflict.mine : conflict.theirs
        one.decide(field, last[field])
      },
      async leaveAndComeBack() {
        void one.save().finally(() => one.close())
        await pass(20_000)
        one.close()
        one = open()
        const left = kept
        for (const [field, value] of Object.entries(last)) {
          const there = left?.fields[field] ? [asStored(typed[field] ?? '')] : stored(field)
          expect(there, `seed ${seed}: left`).toContain(asStored(left?.fields[field]?.value ?? value))
          last[field] = (left?.fields[field] ? typed[field] : rows[field]?.value) ?? '' // or a colleague's, who saved after me
        }
        if (left) one.putIn(left)
      },
    }
    /* oxlint-disable no-await-in-loop -- step by step */
    for (let step = 0; step < 40; step++) {
      const field = Object.keys(start)[random(3)] ?? ''
      const what = random(20)
      if (what < 12) acts.type(field, step)
      else if (what < 14) colleague(field, `theirs ${seed} ${step}`)
      else if (what < 17) acts.decide(field)
      else if (what < 18 && leaves) await acts.leaveAndComeBack()
      await pass(random(3_000))
    }
    connected = true
    await pass(200_000)
    for (let times = 0; times < 2; times++) {
      // The second time, if the colleague has saved since the conflict.
      for (const { field } of one.snapshot().conflicts) acts.decide(field)
      await pass(200_000)
    }
    /* oxlint-enable no-await-in-loop */
    const { fields, conflicts, state } = one.snapshot()
    expect(conflicts, `seed ${seed}: conflicts that were decided`).toEqual([])
    expect(
      others.filter((by) => by !== 'Lim'),
      `seed ${seed}: conflicts with oneself`,
    ).toEqual([])
    for (const [field, value] of givenUp) expect(stored(field), `seed ${seed}: given up`).toContain(asStored(value))
    for (const [field, shown] of Object.entries(last)) {
      expect(asStored(fields[field] ?? ''), `seed ${seed} ${field}`).toBe(asStored(shown))
      const mine = (kept as Unsaved | null)?.fields[field]?.value ?? ''
      const where = refused(shown) ? [asStored(mine)] : stored(field)
      expect(where, `seed ${seed} ${state}`).toContain(asStored(shown))
    }
    one.close()
  }
})
