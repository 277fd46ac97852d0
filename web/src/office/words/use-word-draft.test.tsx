import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '../../site/testing/show-page.tsx'
import { idle, pause } from '../kit/draft/keeper.ts'
import { useWordDraft } from './use-word-draft.ts'
import type { Sentence } from './word-queries.ts'

const side = (draft: string, rev: number) => ({ draft, rev, builtIn: '', live: '' })

function open(sides: Record<string, ReturnType<typeof side>>) {
  const forms = [{ key: 'mail.hello', sides }]
  return renderHook(() => useWordDraft('mail.hello', forms as unknown as Sentence[], 'u'), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  }).result.current.keeper
}

test('the saved language keeps its revision when the other one is refused', async () => {
  vi.useFakeTimers()
  const errors = [{ field: 'text', code: 'message-names', title: '{name} is missing.' }]
  const sent = answerCalls(
    [400, { code: 'invalid-fields', title: 'No', errors }],
    [200, { side: side('您好', 4), setAside: false }],
    [200, { side: side('您好！', 5), setAside: false }],
  )
  const keeper = open({ en: side('Hello {name}', 2), zh: side('{name}', 3) })
  keeper.type('mail.hello en', 'Hello')
  keeper.type('mail.hello zh', '您好')
  await vi.advanceTimersByTimeAsync(idle)
  keeper.type('mail.hello zh', '您好！')
  await vi.advanceTimersByTimeAsync(idle)
  expect(sent.map(({ body }) => body)).toEqual([
    { key: 'mail.hello', locale: 'en', text: 'Hello', base: 2 },
    { key: 'mail.hello', locale: 'zh', text: '您好', base: 3 },
    { key: 'mail.hello', locale: 'zh', text: '您好！', base: 4 },
  ])
  expect(keeper.snapshot()).toMatchObject({ unsaved: 1, errors: { 'mail.hello en': '{name} is missing.' } })
  vi.useRealTimers()
})

test('a save of two languages that failed at the second one is repeated with the same keys', async () => {
  vi.useFakeTimers()
  const sent = answerCalls(
    [200, { side: side('Theirs', 9), setAside: true }],
    [500, { code: 'internal', title: 'No' }],
    [200, { side: side('Theirs', 9), setAside: true }],
    [200, { side: side('您好', 4), setAside: false }],
  )
  const keeper = open({ en: side('', 2), zh: side('', 3) })
  keeper.type('mail.hello en', 'Hello')
  keeper.type('mail.hello zh', '您好')
  await vi.advanceTimersByTimeAsync(idle + pause)
  const [en, zh, ...again] = sent
  expect(again).toEqual([en, zh])
  expect(keeper.snapshot()).toMatchObject({ conflicts: [{ mine: 'Hello', theirs: 'Theirs' }], unsaved: 1 })
  vi.useRealTimers()
})
