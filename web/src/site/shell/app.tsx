import { useMemo } from 'react'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { Messages } from '../../i18n/messages.ts'
import { NavigationContext, type Navigation } from '../router/navigation.ts'
import { PageProvider } from '../router/payload.tsx'
import { SessionProvider } from '../session/session.tsx'
import { SessionCacheContext } from '../session/session-cache-context.ts'
import type { SessionCache } from '../session/session-cache.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'
import type { View } from '../navigator/view.ts'

type Props = {
  view: View
  messages: Messages
  cache: SessionCache
  navigation: Navigation
  reload: () => Promise<void>
  pending?: boolean
  /** The server's HTML of the loaded page. */
  serverHtml?: string
  onMissingMessage?: (key: string) => void
}

/** The whole site around one page, the same on server and client. */
export function App(props: Props) {
  const { view, messages, cache, navigation, reload, pending = false, serverHtml, onMissingMessage } = props
  const page = useMemo(() => ({ ...view.page, reload }), [view.page, reload])
  const { Component } = view
  // Reloads a personal page: its guard decides where the current user must go.
  const askAnew = () => {
    if (view.route.personal) void navigation.navigate(location.href, { replace: true })
  }
  return (
    <SessionCacheContext value={cache}>
      <LanguageProvider locale={page.locale} messages={messages} onMissing={onMissingMessage}>
        <NavigationContext value={navigation}>
          <PageProvider page={page}>
            <SessionProvider onOther={askAnew}>
              {/* An error outside the page is caught around everything, where the server's whole page is shown instead. */}
              <Shell view={view} pending={pending}>
                <div id="page" className="contents">
                  {/* The key does not contain the language, so that input survives a change of language. */}
                  <ErrorBoundary key={`${page.id} ${page.path}`} navigations={view.count} serverHtml={serverHtml}>
                    <Component />
                  </ErrorBoundary>
                </div>
              </Shell>
            </SessionProvider>
          </PageProvider>
        </NavigationContext>
      </LanguageProvider>
    </SessionCacheContext>
  )
}
