import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '../../../site/testing/show-page.tsx'
import { idle, pause } from '../../kit/draft/keeper.ts'
import { savedFields, useRecordDraft } from './use-record-draft.ts'

const rev = (n: number) => ({ rev: n, by: 'mei', at: '2026-11-25T01:00:00Z' })

test('an emptied field is saved on its revision, not as a field that was never written', () => {
  const saved = savedFields({
    fields: { 'title.en': 'Lamp' },
    revs: { 'title.en': rev(3), 'option.a.text.en': rev(7) },
  })
  expect(saved).toEqual({ 'title.en': { value: 'Lamp', rev: 3 }, 'option.a.text.en': { value: '', rev: 7 } })
})

test.each([
  ['for which the server has no room', 503, { code: 'busy', title: 'Please try again in 1 second.', retryAfter: 1 }],
  ['that arrives too slowly', 400, { code: 'too-slow', title: 'The connection is too slow.' }],
] as const)('a draft %s is sent again, and its fields are not refused', async (_, status, answer) => {
  vi.useFakeTimers()
  const sent = answerCalls(
    [status, answer],
    [200, { record: {}, debt: [], rev: 1, revs: { 'title.en': rev(1) }, removed: [], conflicts: [] }],
  )
  const detail = { record: { id: 'r' }, fields: { 'title.en': '' }, revs: {} } as unknown as Parameters<
    typeof useRecordDraft
  >[0]
  const { result } = renderHook(() => useRecordDraft(detail, 'u', { saved: () => {}, replaced: () => {} }))
  const { keeper } = result.current
  keeper.type('title.en', 'Lamp')
  await vi.advanceTimersByTimeAsync(idle)
  expect(keeper.snapshot()).toMatchObject({ state: 'offline', unsaved: 1, errors: {} })
  await vi.advanceTimersByTimeAsync(pause)
  expect(keeper.snapshot()).toMatchObject({ state: 'saved', unsaved: 0, fields: { 'title.en': 'Lamp' } })
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key])
  vi.useRealTimers()
})
