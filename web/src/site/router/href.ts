import type { routes } from './routes.gen.ts'
import { useLocale } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/messages.ts'
import { joinLocale, routeByName, routeName } from './route.ts'

type Row = (typeof routes)[number]
/** Routes with their own URL. */
export type LinkId = Exclude<Row, { path: '' }>['id']
type PathOf<Id extends LinkId> = Extract<Row, { id: Id }>['path']
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters in a route's path; undefined if there are none. */
export type ParamsOf<Id extends LinkId> = [NamesIn<PathOf<Id>>] extends [never]
  ? undefined
  : Record<NamesIn<PathOf<Id>>, string>

/** Routes whose path has no parameters. */
export type PlainLinkId = { [Id in LinkId]: ParamsOf<Id> extends undefined ? Id : never }[LinkId]

/** The query and fragment of a URL. Undefined query values are omitted. */
export type Tail = { query?: Record<string, string | number | undefined>; hash?: string }

/** The URL of a route in a language: href('zh', 'about-us-key', { key: 'history' }) → /zh/about-us/history */
export function href<Id extends LinkId>(locale: Locale, id: Id, params?: ParamsOf<Id>, tail: Tail = {}): string {
  const named = routeByName(routeName(id, locale))
  if (!named) throw new Error(`no route ${id}`)
  const values: Record<string, string> = { ...params }
  const path = named.route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = Object.entries(tail.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return joinLocale(named.locale, path) + (query && `?${query}`) + (tail.hash ? `#${tail.hash}` : '')
}

/** `href` in the page's language. */
export function useHref() {
  const locale = useLocale()
  return <Id extends LinkId>(id: Id, params?: ParamsOf<Id>, tail?: Tail) => href(locale, id, params, tail)
}
