import { useMemo } from 'react'
import { LanguageProvider } from '../i18n/context.tsx'
import type { Messages } from '../i18n/messages.ts'
import { NavigationContext, type Navigation } from '../page/navigation.ts'
import { PageProvider } from '../page/payload.tsx'
import { SessionProvider } from '../page/session.tsx'
import { VisitContext } from '../page/visit-context.ts'
import type { Visit } from '../page/visit.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'
import type { View } from './view.ts'

type Props = {
  view: View
  messages: Messages
  visit: Visit
  navigation: Navigation
  reload: () => Promise<void>
  pending?: boolean
  /** The server's HTML of the page that was loaded. */
  standing?: string
  onMissingMessage?: (key: string) => void
}

/** The whole site around one page, the same on the server and in the browser. */
export function App(props: Props) {
  const { view, messages, visit, navigation, reload, pending = false, standing, onMissingMessage } = props
  const page = useMemo(() => ({ ...view.page, reload }), [view.page, reload])
  const { Component } = view
  return (
    <VisitContext value={visit}>
      <LanguageProvider locale={page.locale} messages={messages} onMissing={onMissingMessage}>
        <NavigationContext value={navigation}>
          <PageProvider page={page}>
            <SessionProvider>
              {/* What breaks out here is caught around everything, where the server's whole page stands. */}
              <Shell view={view} pending={pending}>
                <div id="page" className="contents">
                  {/* The key leaves the language out: what was typed outlives a change of language. */}
                  <ErrorBoundary key={`${page.id} ${page.path}`} visit={view.count} standing={standing}>
                    <Component />
                  </ErrorBoundary>
                </div>
              </Shell>
            </SessionProvider>
          </PageProvider>
        </NavigationContext>
      </LanguageProvider>
    </VisitContext>
  )
}
