import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { makeT } from '../../i18n/messages.ts'
import { matchPath } from '../router/route.ts'
import type { SessionCache } from '../session/session-cache.ts'
import { App } from './app.tsx'
import { arrive, restoreScroll, scrollToHash } from '../navigator/after-navigation.ts'
import { watchBuild } from '../navigator/build-check.ts'
import { rememberLocale } from '../navigator/locale-cookie.ts'
import { allMessages, messagesOf } from '../navigator/message-store.ts'
import { withSecrets } from '../navigator/secret-query.ts'
import { interceptLinks } from '../navigator/intercept-links.ts'
import { useNavigator } from '../navigator/use-navigator.ts'
import type { View } from '../navigator/view.ts'

type Props = {
  first: View
  /** What the first page's HTML says of its visitor. */
  cache: SessionCache
  buildId: string
  /** Seconds between checks for a new build. */
  buildCheck: number
  /** The server's HTML of the first page. */
  serverHtml: string | undefined
}

/** The site in the browser: hydrates the server's HTML, then shows one page after another. */
export function BrowserApp(props: Props) {
  const { first, cache, buildId, buildCheck, serverHtml } = props
  const { view, show, pending, navigation, reload } = useNavigator(first, cache)
  const [, setMessagesVersion] = useState(0)
  const messages = messagesOf(view.page.locale)

  // A missing message loads all messages once, and the page renders again. An unknown key is requested only once:
  // otherwise the page would render forever.
  const { locale } = view.page
  const [asked] = useState(() => new Set<string>())
  const onMissingMessage = useCallback(
    (key: string) => {
      if (!/^[a-z-]+\.[a-z0-9.-]+$/.test(key) || asked.has(locale + key)) return
      asked.add(locale + key)
      void allMessages(locale).then(() => setMessagesVersion((version) => version + 1))
    },
    [asked, locale],
  )

  useEffect(() => interceptLinks((url) => void navigation.navigate(url)), [navigation])
  useEffect(() => watchBuild(buildId, buildCheck), [buildId, buildCheck])
  useEffect(() => {
    rememberLocale(first.page.locale)
    history.scrollRestoration = 'manual'
    if (!location.hash) restoreScroll('')
    // The HTML of personal and missing pages is the same for every URL, and no HTML depends on the query, so both are
    // set after hydration.
    const { page, route } = first
    const matched = matchPath(location.pathname)
    const params = matched?.route.id === page.id ? matched.params : page.params
    const path = matched ? matched.path : page.path
    const { search } = withSecrets(new URL(location.href))
    if (search || path !== page.path) show({ ...first, page: { ...page, path, params, search } })
    if (!route.personal || page.data !== null) return
    const fill = async () => {
      const wasThere = document.getElementById(location.hash.slice(1))
      try {
        await reload()
        // The fragment's target has come with the data.
        if (location.hash && !wasThere) requestAnimationFrame(() => scrollToHash(location.hash.slice(1)))
      } catch (error) {
        console.error(error)
        await navigation.navigate(location.href, { replace: true })
      }
    }
    void fill()
  }, [first, navigation, reload, show])

  const arrived = useRef(0)
  useLayoutEffect(() => {
    if (view.count === arrived.current) return
    arrived.current = view.count
    const { meta, site, path } = view.page
    const separator = makeT(view.page.locale, messagesOf(view.page.locale))('common.title-separator')
    arrive(view, path === '/' ? meta.title : meta.title + separator + site.templeName)
  }, [view])

  return (
    <App
      view={view}
      messages={messages}
      cache={cache}
      navigation={navigation}
      reload={reload}
      pending={pending}
      serverHtml={serverHtml}
      onMissingMessage={onMissingMessage}
    />
  )
}
