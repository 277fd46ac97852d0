import type { Route } from './route-type.ts'
import { routes } from './routes.gen.ts'
import type { Locale } from '../../i18n/messages.ts'

export type RouteId = (typeof routes)[number]['id']

/** What a URL contains: route, parameters and language. */
export type Matched = { route: Route; params: Record<string, string>; locale: Locale; path: string }

const byId = new Map<string, Route>(routes.map((route) => [route.id, route]))

export function routeById(id: string): Route | undefined {
  return byId.get(id)
}

/** A page's name in a language, used by links, payloads and metrics: cart-checkout___zh. */
export type RouteName<Id extends RouteId = RouteId> = `${Id}___${Locale}`

export function routeName<Id extends RouteId>(id: Id, locale: Locale): RouteName<Id> {
  return `${id}___${locale}`
}

const byName = new Map<string, { route: Route; locale: Locale }>(
  routes.flatMap((route) => (['en', 'zh'] as const).map((locale) => [routeName(route.id, locale), { route, locale }])),
)

/** All route names in every language, in table order. */
export const routeNames: readonly string[] = [...byName.keys()]

/** The inverse of {@link routeName}. */
export function routeByName(name: string): { route: Route; locale: Locale } | undefined {
  return byName.get(name)
}

/** Splits /zh/about-us into zh and /about-us. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  if (pathname === '/zh' || pathname.startsWith('/zh/')) return { locale: 'zh', path: pathname.slice(3) || '/' }
  return { locale: 'en', path: pathname }
}

/** The inverse of {@link splitLocale}. */
export function joinLocale(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' ? '/zh' : `/zh${path}`
}

/** Changes a site path in data to the given language. Other URLs are unchanged. */
export function localized(locale: Locale, href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? []
  return joinLocale(locale, splitLocale(pathname).path) + rest
}

/** The route of a pathname; undefined if there is none. A trailing slash is ignored. */
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
