import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { answerCalls, messages } from '../site/testing/show-page.tsx'
import { OpenForm } from './shift/open-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient()
const inLanguage = (locale: Locale) => (
  <LanguageProvider locale={locale} messages={messages[locale]}>
    <QueryClientProvider client={client}>
      <OpenForm onOpened={() => {}} />
    </QueryClientProvider>
  </LanguageProvider>
)
const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
const press = () => fireEvent.submit(document.querySelector('form') ?? document.body)

it('errors found by an office form are translated with the language, and input is kept', () => {
  const { rerender } = render(inLanguage('en'))
  type('ten')
  press()
  expect(screen.getByText(messages.en['office.amount-wrong'] ?? '')).toBeInTheDocument()
  rerender(inLanguage('zh'))
  expect(screen.getByText(messages.zh['office.amount-wrong'] ?? '')).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('ten')
})

it('errors that the server returned to an office form are translated with the language', async () => {
  answerCalls([400, { code: 'mobile-invalid', title: 'The server’s English words.' }])
  const { rerender } = render(inLanguage('en'))
  type('10')
  press()
  expect(await screen.findByText('The server’s English words.')).toBeInTheDocument()
  rerender(inLanguage('zh'))
  expect(screen.getByText(messages.zh['fault.mobile-invalid'] ?? '')).toBeInTheDocument()
})
