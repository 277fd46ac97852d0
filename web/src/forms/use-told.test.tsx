import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Locale } from '../i18n/messages.ts'
import { FailureNotice } from './failure-notice.tsx'
import { failureSolved, tellFailure } from './failure-store.ts'
import { PageProvider, type Page } from '../site/router/payload.tsx'
import { messages } from '../site/testing/show-page.tsx'
import { whyRefused } from './refusal.ts'
import { useForm } from './use-form.ts'
import { useTold } from './use-told.ts'

const refusal = {
  code: 'bad-request',
  title: 'The form.',
  errors: [{ field: 'name', code: 'mobile-invalid', title: 'The server’s English words.' }],
}
const inLanguage = (locale: Locale, children: ReactNode) => (
  <LanguageProvider locale={locale} messages={messages[locale]}>
    {children}
  </LanguageProvider>
)

function Told() {
  const [own, tellOwn] = useTold()
  const [made, tellMade] = useTold()
  const [refused, tellRefused] = useTold()
  const form = useForm({
    check: () => [...refusal.errors, { id: 'roles', key: 'fault.required' }],
    send: () => Promise.resolve(null),
    done: () => {},
  })
  const press = () => {
    tellOwn({ key: 'member.name-missing' })
    tellMade({ say: (t) => `${t('common.close')}!` })
    tellRefused(whyRefused(refusal))
    void form.submit(undefined)
  }
  return (
    <button type="button" onClick={press}>
      {[own, made, refused, ...form.summary.errors.map(({ text }) => text)].filter(Boolean).join('|')}
    </button>
  )
}

const words = (locale: Locale, refused: string) =>
  [messages[locale]['member.name-missing'], `${messages[locale]['common.close']}!`, refused, refused]
    .concat(messages[locale]['fault.required'])
    .join('|')

test('a message on the page is translated as soon as the language is switched', () => {
  const { rerender } = render(inLanguage('en', <Told />))
  const button = screen.getByRole('button')
  expect(button).toHaveTextContent('')
  act(() => button.click())
  expect(button.textContent).toBe(words('en', 'The server’s English words.'))
  rerender(inLanguage('zh', <Told />))
  expect(button.textContent).toBe(words('zh', messages.zh['fault.mobile-invalid'] ?? ''))
  rerender(inLanguage('en', <Told />))
  expect(button.textContent).toBe(words('en', 'The server’s English words.'))
})

test('the reason of a refused payment is translated while its notice is shown', () => {
  document.documentElement.lang = 'en'
  const page = { site: { phone: '6000 0000' } } as unknown as Page
  const notice = (
    <PageProvider page={page}>
      <FailureNotice />
    </PageProvider>
  )
  const { rerender } = render(inLanguage('en', notice))
  act(() => tellFailure({ status: 400, body: { code: 'already-decided', title: 'Decided by somebody.' } }))
  expect(screen.getByText('Decided by somebody.')).toBeInTheDocument()
  rerender(inLanguage('zh', notice))
  expect(screen.getByText(messages.zh['fault.already-decided'] ?? '')).toBeInTheDocument()
  act(failureSolved)
})
