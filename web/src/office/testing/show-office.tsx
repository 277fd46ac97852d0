import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { Toaster } from '../../ui/toaster.tsx'

/** Renders a part of the office with its toasts, in a language. */
export function showOffice(children: ReactNode, locale: Locale = 'en') {
  document.documentElement.lang = locale
  return render(
    <LanguageProvider locale={locale} messages={messages[locale]} onMissing={(key) => console.error('no message', key)}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}
