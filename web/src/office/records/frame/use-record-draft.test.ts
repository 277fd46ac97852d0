import { expect, test } from 'vitest'
import { savedFields } from './use-record-draft.ts'

const rev = (n: number) => ({ rev: n, by: 'mei', at: '2026-11-25T01:00:00Z' })

test('an emptied field is saved on its revision, not as a field that was never written', () => {
  const saved = savedFields({
    fields: { 'title.en': 'Lamp' },
    revs: { 'title.en': rev(3), 'option.a.text.en': rev(7) },
  })
  expect(saved).toEqual({ 'title.en': { value: 'Lamp', rev: 3 }, 'option.a.text.en': { value: '', rev: 7 } })
})
