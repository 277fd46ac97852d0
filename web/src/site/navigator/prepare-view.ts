import type { ComponentType } from 'react'
import { NoAnswer } from '../../api/fetch-with-timeout.ts'
import { makeT, type Locale } from '../../i18n/messages.ts'
import { askForCart } from '../cart/cart-slot.ts'
import type { Page, Site } from '../router/payload.tsx'
import { joinLocale, matchPath, routeById, routeByName, type Matched } from '../router/route.ts'
import type { SessionCache } from '../session/session-cache.ts'
import { isBot } from './bot.ts'
import { hasPayload } from './build-check.ts'
import { CodeMissing } from './clean-html.ts'
import { messagesOf, needMessages } from './message-store.ts'
import { loadPageCode, preloadPageCode } from './page-map.ts'
import { cachedAnswer, type Answer } from './page-source.ts'
import { messagesFor } from './page-messages.ts'
import { readDocument } from './read-document.ts'
import { reloadOnce } from './reload-once.ts'
import type { View } from './view.ts'

const sites: Partial<Record<Locale, Site>> = {}

/** Stores the temple's data from the HTML, by language. */
export function rememberSite(locale: Locale, site: Site): void {
  sites[locale] = site
}

export type Prepared = Pick<View, 'route' | 'page' | 'Component'> & {
  url: URL
  /** The page could not be loaded, because there was no answer. */
  unreachable?: boolean
}

/**
 * Loads everything that a page needs: data (which may redirect), code, messages. On guarded routes the data comes
 * first, so that no code is loaded for a page that will not be shown. null: the browser is leaving for another
 * document.
 */
export async function prepareView(cache: SessionCache, url: URL, hops = 0): Promise<Prepared | null> {
  const matched = matchPath(url.pathname)
  if (!matched || !hasPayload(matched)) {
    location.assign(url)
    return null
  }
  const { route, locale } = matched
  if (route.guard.length === 0) preloadPageCode(route.id)
  const cart = askForCart(cache)
  let answer: Answer | 'missing'
  try {
    ;[answer] = await Promise.all([
      cachedAnswer(cache, url, !!route.personal),
      needSite(locale, url),
      messagesFor(locale, route.id, url),
    ])
  } catch (error) {
    console.error(error)
    if (error instanceof CodeMissing && navigator.onLine && reloadOnce(url.href)) return null
    if (!route.cart) return failed(error, url, matched)
    cart.lost()
    return unanswered(url, matched)
  }
  if (answer === 'missing') return special('not-found', url, matched)
  if (answer.redirect) {
    const target = new URL(answer.redirect.target, location.href)
    if (!target.hash) target.hash = url.hash
    if (answer.redirect.external || hops > 4) {
      location.assign(target)
      return null
    }
    return prepareView(cache, target, hops + 1)
  }
  const { params, data, meta, crumbs } = answer
  const shown = routeByName(answer.route)?.route ?? route
  const { id } = shown
  cart.page(id, data)
  await messagesFor(locale, id, url)
  let Component: ComponentType
  try {
    Component = await loadPageCode(id)
  } catch (error) {
    // The file of an older build is gone, or the network is down.
    console.error(error)
    return navigator.onLine && reloadOnce(url.href) ? null : failed(error, url, matched)
  }
  return {
    route: shown,
    Component,
    url,
    page: { id, locale, path: matched.path, params, data, meta, crumbs, site: siteOf(locale), search: url.search },
  }
}

/** The cart page without data: it says itself that there is no answer and that the cart is safe. */
async function unanswered(url: URL, matched: Matched): Promise<Prepared | null> {
  const { route, locale } = matched
  await needMessages(locale, route.id)
  let Component: ComponentType
  try {
    Component = await loadPageCode(route.id)
  } catch {
    return special('error', url, matched)
  }
  const t = makeT(locale, messagesOf(locale))
  const crumbs = [{ label: t('common.home'), href: joinLocale(locale, '/') }, { label: t('common.cart') }]
  return { route, Component, url, page: withoutData(route.id, url, matched, t('common.cart'), crumbs) }
}

function withoutData(id: string, url: URL, { locale, path }: Matched, title: string, crumbs: Page['crumbs'] = []) {
  const meta = { title, description: '' }
  return { id, locale, path, params: {}, data: null, meta, crumbs, site: siteOf(locale), search: url.search }
}

async function failed(error: unknown, url: URL, matched: Matched): Promise<Prepared | null> {
  const prepared = await special('error', url, matched)
  return prepared && { ...prepared, unreachable: error instanceof NoAnswer || !navigator.onLine }
}

async function special(id: 'not-found' | 'error', url: URL, matched: Matched): Promise<Prepared | null> {
  const { locale, route } = matched
  // A bot that runs scripts would index an error page, so the server's HTML stays.
  if (id === 'error' && isBot(navigator.userAgent)) return null
  await needMessages(locale, id)
  let Component: ComponentType
  try {
    Component = await loadPageCode(id)
  } catch {
    Component = await loadPageCode('error')
  }
  const title = makeT(locale, messagesOf(locale))(id === 'error' ? 'common.failed-title' : 'error.not-found-title')
  return { route: routeById(id) ?? route, Component, url, page: withoutData(id, url, matched, title) }
}

function siteOf(locale: Locale): Site {
  const site = sites[locale] ?? sites.en ?? sites.zh
  if (!site) throw new Error('no site yet')
  return site
}

/** For the first page in another language, reads its HTML, which has the temple's data and the messages. */
async function needSite(locale: Locale, url: URL): Promise<void> {
  if (sites[locale]) return
  const payload = await readDocument(url)
  if (payload?.locale === locale) sites[locale] = payload.site
}
