import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Locale, Messages } from '../i18n/messages.ts'
import { toast } from '../ui/toast-store.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Boundary } from './kit/layout/boundary.tsx'
import { Broken } from './kit/layout/broken.tsx'
import { loadMessages, rememberLocale, showLocale } from './kit/session/language.ts'
import { OfficePages } from './office-pages.tsx'
import { PasswordAgain } from './kit/session/password-again.tsx'
import { SessionProvider } from './kit/session/session.tsx'
import { forgetWritten } from './inbox/answer-memory.ts'
import { forgetWalkIns } from './walk-in/draft-memory.ts'

type Language = { locale: Locale; messages: Messages }

/** The whole office: language, session, pages. */
export function OfficeApp({ first }: { first: Language }) {
  const [language, setLanguage] = useState(first)
  const [client] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } } }),
  )
  const changeLocale = async (locale: Locale) => {
    try {
      const messages = await loadMessages(locale)
      rememberLocale(locale)
      showLocale(locale)
      setLanguage({ locale, messages })
    } catch (error) {
      console.error(error)
      toast({ text: 'message.unexpected-error', type: 'error' })
    }
  }
  return (
    <LanguageProvider locale={language.locale} messages={language.messages}>
      <Boundary renderBroken={() => <Whole />}>
        <QueryClientProvider client={client}>
          <SessionProvider onEnd={forgetTyped}>
            <OfficePages onLocale={(locale) => void changeLocale(locale)} />
            <PasswordAgain />
          </SessionProvider>
          <Toaster keepErrors />
        </QueryClientProvider>
      </Boundary>
    </LanguageProvider>
  )
}

/** Shown when the whole office failed to render, including the menu. */
function Whole() {
  return (
    <main className="wrap py-16">
      <Broken onAgain={() => location.reload()} />
    </main>
  )
}

/** Deletes unsaved input when the session ends. */
function forgetTyped() {
  forgetWalkIns()
  forgetWritten()
}
