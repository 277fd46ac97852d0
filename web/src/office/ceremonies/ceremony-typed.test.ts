import { describe, expect, it } from 'vitest'
import { bodyOf, missingOf, newSitting, runningOn, typedOf } from './ceremony-typed.ts'

const whole = () => ({
  ...typedOf(),
  en: 'Winter solstice prayer',
  zh: '冬至祭祖法会',
  closes: '2026-12-16T18:00',
  sittings: [{ ...newSitting(), starts: '2026-12-22T10:00', ends: '2026-12-22T12:00', en: 'Lotus Hall', zh: '莲池殿' }],
  sources: [{ key: 0, of: 'offering option', kind: 'ancestors' as const, from: '2026-11-01', until: '' }],
})

describe('a ceremony form', () => {
  it('a ceremony form reports missing names, times and offering', () =>
    expect(missingOf(typedOf()).map(({ id }) => id)).toEqual([
      'title.en',
      'title.zh',
      'sittings[0].startsAt',
      'sittings[0].endsAt',
      'sources[0].offeringId',
    ]))
  it('a ceremony is sent with Singapore times', () => {
    expect(missingOf(whole())).toEqual([])
    expect(bodyOf(whole())).toMatchObject({
      closesAt: '2026-12-16T18:00:00+08:00',
      sittings: [{ startsAt: '2026-12-22T10:00:00+08:00', place: { en: 'Lotus Hall', zh: '莲池殿' } }],
      sources: [{ offeringId: 'offering', optionId: 'option', orderedFrom: '2026-11-01T00:00:00+08:00' }],
    })
  })
  it('a sitting keeps its number while others are added and removed', () => {
    const typed = { ...whole(), sittings: [newSitting(), { ...newSitting(), no: 2 }, { ...newSitting(), no: 3 }] }
    expect(bodyOf(typed).sittings.map(({ no }) => no)).toEqual([undefined, 2, 3])
  })
  it('a ceremony covers the whole offering when no option is chosen', () =>
    expect(
      bodyOf({ ...whole(), sources: [{ key: 0, of: 'offering', kind: 'lamp', from: '', until: '' }] }).sources,
    ).toEqual([
      { offeringId: 'offering', optionId: undefined, kind: 'lamp', orderedFrom: undefined, orderedUntil: undefined },
    ]))
  it('a ceremony on a lunar day collects subscription terms, closes at the start of the day, and prints nothing', () =>
    expect(bodyOf(runningOn(whole(), '2026-12-09', true))).toMatchObject({
      gathers: 'running',
      paper: false,
      closesAt: '2026-12-09T00:00:00+08:00',
      sittings: [{ startsAt: '2026-12-09T09:30:00+08:00' }],
      sources: [{ kind: 'lamp' }],
    }))
})
