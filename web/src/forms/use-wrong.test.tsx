import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { messages } from '../site/testing/show-page.tsx'
import type { FormDefinition } from '../domain/form/definition.ts'
import { emptyDraft } from '../domain/form/draft.ts'
import { refusal, useWrong, wrongIn } from './use-wrong.ts'

const definition: FormDefinition = {
  key: 'contact',
  version: 1,
  fields: [{ key: 'message', type: 'text', label: { en: 'Your message', zh: '留言' }, required: true }],
}

test('what is wrong with a form is said with its labels in the language of now', () => {
  let locale: Locale = 'en'
  const { result, rerender } = renderHook(useWrong, {
    wrapper: ({ children }) => (
      <LanguageProvider locale={locale} messages={messages[locale]}>
        {children}
      </LanguageProvider>
    ),
  })
  const { t } = result.current
  const ours = wrongIn(definition, emptyDraft(definition), { path: 'message', code: 'required' }, t, locale)!
  const theirs = refusal(
    { code: 'too-many-messages', title: 'Too many, in English.', params: { minutes: 9, count: 9 } },
    'en',
  )
  act(() => result.current.setWrong([ours, theirs]))
  expect(result.current.summary.errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Your message/),
    'Too many, in English.',
  ])
  locale = 'zh'
  rerender()
  const [message, many] = result.current.summary.errors.map(({ text }) => text)
  expect(message).toMatch(/^留言/)
  expect(many).toMatch(/9/)
  expect(`${message}${many}`).not.toMatch(/[a-z]{3}/)
})
