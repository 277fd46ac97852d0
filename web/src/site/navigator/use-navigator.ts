import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { matchPath, routeByName } from '../router/route.ts'
import { askForCart } from '../cart/cart-slot.ts'
import type { SessionCache } from '../session/session-cache.ts'
import { toast } from '../../ui/toast-store.ts'
import { buildIsOutdated } from './build-check.ts'
import { rememberLocale } from './locale-cookie.ts'
import { preloadPageCode } from './page-map.ts'
import { fetchAnswer, forgetPages } from './page-source.ts'
import { movedTo } from './moved-to.ts'
import { prepareView, type Prepared } from './prepare-view.ts'
import { restoreScroll, scrollToHash } from './after-navigation.ts'
import { entryKey, newKey, rememberScroll } from './scroll-memory.ts'
import { hideSecrets, withSecrets } from './secret-query.ts'
import type { Arrival, View } from './view.ts'

type How = 'push' | 'replace' | 'pop'

/** Keeps the page in sync with the address bar. */
export function useNavigator(first: View, cache: SessionCache) {
  const [view, setView] = useState(first)
  const [pending, setPending] = useState(false)
  // Mutable state for event handlers: the view, the number of the latest navigation, and the current URL and history
  // entry.
  const now = useRef({ view: first, attempt: 0, address: '', key: '' })

  const show = useCallback((next: View) => {
    now.current.view = next
    now.current.address = location.pathname + location.search
    rememberLocale(next.page.locale)
    setView(next)
  }, [])

  const go = useCallback(
    async (target: URL, how: How) => {
      const attempt = ++now.current.attempt
      setPending(true)
      let prepared: Prepared | null = null
      try {
        prepared = await prepareView(cache, withSecrets(target))
      } finally {
        if (attempt === now.current.attempt) setPending(false)
      }
      // A later navigation has started, or the browser is leaving.
      if (attempt !== now.current.attempt || !prepared) return
      const { url: whole, unreachable, ...next } = prepared
      const url = hideSecrets(whole)
      // The current page, with what is typed in it, is better than a page that says it cannot be loaded.
      if (unreachable && how === 'push') return void toast({ text: 'message.unreachable', duration: 10_000 })
      const before = now.current.view
      if (how !== 'pop') rememberScroll(now.current.key)
      if (how === 'push' && url.href !== location.href) history.pushState({ key: newKey() }, '', url)
      else if (url.href !== location.href) history.replaceState({ key: newKey() }, '', url)
      now.current.key = entryKey()
      show({ ...next, arrival: arrivalOf(how, before, next), hash: url.hash.slice(1), count: before.count + 1 })
    },
    [cache, show],
  )

  const navigate = useCallback(
    async (to: string, options: { replace?: boolean } = {}) => {
      let url = new URL(to, location.href)
      if (url.origin === location.origin && !matchPath(url.pathname)) {
        const attempt = ++now.current.attempt
        setPending(true)
        url = await movedTo(url)
        if (attempt !== now.current.attempt) return
        setPending(false)
      }
      if (url.origin !== location.origin || !matchPath(url.pathname) || buildIsOutdated()) {
        if (options.replace) location.replace(url)
        else location.assign(url)
        return
      }
      if (url.hash && url.pathname + url.search === now.current.address) {
        rememberScroll(now.current.key)
        if (url.href !== location.href) history.pushState({ key: newKey() }, '', url)
        now.current.key = entryKey()
        scrollToHash(url.hash.slice(1))
        return
      }
      await go(url, options.replace ? 'replace' : 'push')
    },
    [go],
  )

  const reload = useCallback(async () => {
    const url = withSecrets(new URL(location.href))
    const before = now.current.view
    forgetPages(cache)
    const cart = askForCart(cache)
    const answer = await fetchAnswer(url)
    // The user has navigated meanwhile.
    if (now.current.view.count !== before.count) return
    if (answer === 'missing' || answer.redirect || routeByName(answer.route)?.route.id !== before.page.id)
      return go(url, 'replace')
    const { params, data, meta, crumbs } = answer
    cart.page(before.page.id, data, true)
    show({ ...before, page: { ...now.current.view.page, params, data, meta, crumbs, search: url.search } })
  }, [cache, go, show])

  useEffect(() => {
    now.current.address = location.pathname + location.search
    now.current.key = entryKey()
    const onPop = () => {
      rememberScroll(now.current.key)
      now.current.key = entryKey()
      // Only the fragment differs: no new page.
      if (location.pathname + location.search === now.current.address) restoreScroll(location.hash.slice(1))
      else if (buildIsOutdated()) location.reload()
      else void go(new URL(location.href), 'pop')
    }
    const onLeave = () => rememberScroll(now.current.key)
    addEventListener('popstate', onPop)
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('popstate', onPop)
      removeEventListener('pagehide', onLeave)
    }
  }, [go])

  const preload = useCallback((to: string) => {
    const matched = matchPath(new URL(to, location.href).pathname)
    if (matched && matched.route.guard.length === 0) preloadPageCode(matched.route.id)
  }, [])
  const navigation = useMemo(() => ({ navigate, preload }), [navigate, preload])
  return { view, show, pending, navigation, reload }
}

function arrivalOf(how: How, before: View, next: Pick<View, 'page'>): Arrival {
  if (how === 'pop') return 'back'
  const { page } = next
  const samePage = page.id === before.page.id && page.path === before.page.path
  return samePage && (page.locale !== before.page.locale || page.search !== before.page.search) ? 'stay' : 'new'
}
