import type { Route } from './route-type.ts'
import { routes } from './routes.gen.ts'
import type { Locale } from '../../i18n/messages.ts'

export type RouteId = (typeof routes)[number]['id']

/** What the address of a page says: its route and its parameters, in which language. */
export type Matched = { route: Route; params: Record<string, string>; locale: Locale; path: string }

const byId = new Map<string, Route>(routes.map((route) => [route.id, route]))

export function routeById(id: string): Route | undefined {
  return byId.get(id)
}

/** What a page is called in a language, as links, payloads and metrics call it: cart-checkout___zh. */
export type RouteName<Id extends RouteId = RouteId> = `${Id}___${Locale}`

export function routeName<Id extends RouteId>(id: Id, locale: Locale): RouteName<Id> {
  return `${id}___${locale}`
}

const byName = new Map<string, { route: Route; locale: Locale }>(
  routes.flatMap((route) => (['en', 'zh'] as const).map((locale) => [routeName(route.id, locale), { route, locale }])),
)

/** Every page's name in every language, in the order of the table. */
export const routeNames: readonly string[] = [...byName.keys()]

/** The opposite of {@link routeName}. */
export function routeByName(name: string): { route: Route; locale: Locale } | undefined {
  return byName.get(name)
}

/** Splits /zh/about-us into zh and /about-us. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  if (pathname === '/zh' || pathname.startsWith('/zh/')) return { locale: 'zh', path: pathname.slice(3) || '/' }
  return { locale: 'en', path: pathname }
}

/** The opposite of {@link splitLocale}. */
export function joinLocale(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' ? '/zh' : `/zh${path}`
}

/** The language's own address for a site path from data, whichever language it was written for. Other addresses stay. */
export function localized(locale: Locale, href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? []
  return joinLocale(locale, splitLocale(pathname).path) + rest
}

/** Finds the route of a pathname; undefined when the table has none. A slash at the end makes no difference. */
export function matchPath(pathname: string): Matched | undefined {
  const { locale, path } = splitLocale(pathname)
  const got = segments(path)
  for (const route of routes) {
    const params = route.path && matchSegments(segments(route.path), got)
    if (params) return { route, params, locale, path }
  }
  return undefined
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function matchSegments(want: string[], got: string[]): Record<string, string> | undefined {
  if (want.length !== got.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, name] of want.entries()) {
    const value = got[i] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decode(value)
    else if (name !== value) return undefined
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
