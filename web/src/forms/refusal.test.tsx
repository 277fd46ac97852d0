import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { messages } from '../site/testing/show-page.tsx'
import type { Wrong } from './refusal.ts'
import { useForm } from './use-form.ts'

const missing: Wrong = { id: 'name', key: 'member.name-missing' }
const refused: Wrong = { id: 'mobile', code: 'mobile-invalid', title: 'The server’s English words.' }
const counted: Wrong = { code: 'cart-full', title: 'Full.', params: { max: 20 } }
const unheardOf: Wrong = { code: 'of-another-build', title: 'Something new.' }

function Form({ wrong }: { wrong: readonly Wrong[] }) {
  const { submit, summary } = useForm({ check: () => wrong, send: () => Promise.resolve(null), done: () => {} })
  // oxlint-disable-next-line react/exhaustive-deps -- once, like a click
  useEffect(() => void submit(undefined), [])
  return <>{summary.errors.map(({ text }) => text).join('|')}</>
}
const inLanguage = (locale: Locale, wrong: readonly Wrong[]) => (
  <LanguageProvider locale={locale} messages={messages[locale]}>
    <Form wrong={wrong} />
  </LanguageProvider>
)

test('errors on the page are translated as soon as the language is switched', () => {
  const wrong = [missing, refused, counted]
  const { rerender } = render(inLanguage('en', wrong))
  expect(screen.getByText(/^Enter .*\|The server’s English words\.\|Full\.$/)).toBeInTheDocument()
  rerender(inLanguage('zh', wrong))
  const said = document.body.textContent
  expect(said).toContain(messages.zh['member.name-missing'])
  expect(said).toContain(messages.zh['fault.mobile-invalid'])
  expect(said).toContain('20')
  expect(said).not.toMatch(/[a-z]{4}/)
  rerender(inLanguage('en', wrong))
  expect(document.body.textContent).toContain('The server’s English words.')
})
test('an error code without a translation shows the server’s text', () => {
  const { rerender } = render(inLanguage('en', [unheardOf]))
  rerender(inLanguage('zh', [unheardOf]))
  expect(screen.getByText('Something new.')).toBeInTheDocument()
})
