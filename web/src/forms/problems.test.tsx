import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LanguageProvider, useLocale, useT } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { messages } from '../site/testing/show-page.tsx'
import type { FormDefinition } from '../domain/form/definition.ts'
import { emptyDraft } from '../domain/form/draft.ts'
import { wrongIn } from './problems.ts'
import { useForm } from './use-form.ts'

const definition: FormDefinition = {
  key: 'contact',
  version: 1,
  fields: [{ key: 'message', type: 'text', label: { en: 'Your message', zh: '留言' }, required: true }],
}

test('form errors are shown with labels in the current language', () => {
  let locale: Locale = 'en'
  const theirs = {
    code: 'too-many-messages',
    title: 'Too many, in English.',
    params: { minutes: 9, count: 9 },
  }
  const draft = emptyDraft(definition)
  const useMessage = () => {
    const t = useT()
    const ours = wrongIn(definition, draft, { path: 'message', code: 'required' }, t, useLocale())!
    return useForm({ check: () => [ours, theirs], send: () => Promise.resolve(null), done: () => {} })
  }
  const { result, rerender } = renderHook(useMessage, {
    wrapper: ({ children }) => (
      <LanguageProvider locale={locale} messages={messages[locale]}>
        {children}
      </LanguageProvider>
    ),
  })
  act(() => void result.current.submit(undefined))
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
