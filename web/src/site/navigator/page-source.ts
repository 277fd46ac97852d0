import { fetchWithTimeout, twice } from '../../api/fetch-with-timeout.ts'
import { secondsOf, UnexpectedStatus } from '../../api/result.ts'
import type { Crumb, Meta } from '../router/payload.tsx'
import type { Slot, SessionCache } from '../session/session-cache.ts'
import { cleanHtml } from './clean-html.ts'

/** The response of {route}/_payload.json. */
export type Answer = {
  /** The route's name: home___zh. */
  route: string
  params: Record<string, string>
  data: unknown
  meta: Meta
  crumbs: Crumb[]
  redirect?: { target: string; external: boolean; status: number }
}

// Empty properties are omitted in the JSON.
type Wire = Omit<Answer, 'params' | 'crumbs' | 'meta'> & Partial<Pick<Answer, 'params' | 'crumbs' | 'meta'>>

/** Loads a page's data and sanitises its HTML; 'missing' if there is no such page. */
export async function fetchAnswer(url: URL): Promise<Answer | 'missing'> {
  const path = url.pathname.replace(/\/$/, '')
  const answer = await twice(() =>
    fetchWithTimeout(`${path}/_payload.json${url.search}`, { headers: { Accept: 'application/json' } }, readAnswer),
  )
  if (answer === 'missing') return answer
  return {
    ...answer,
    data: await cleanHtml(answer.data),
    params: answer.params ?? {},
    crumbs: answer.crumbs ?? [],
    meta: answer.meta ?? { title: '', description: '' },
  }
}

async function readAnswer(response: Response): Promise<Wire | 'missing'> {
  if (response.status === 404) return 'missing'
  if (!response.ok)
    throw new UnexpectedStatus(response.status, undefined, false, secondsOf(response.headers.get('Retry-After')))
  return response.json()
}

/** How long a public page stays fresh, in milliseconds. */
const fresh = 30_000

type Kept = { at: number; answer: Promise<Answer | 'missing'> }
const pages: Slot<Map<string, Kept>> = { first: () => new Map() }

/** A page's data from the session cache, or loaded: public pages are cached for half a minute, personal ones never. */
export function cachedAnswer(cache: SessionCache, url: URL, personal: boolean): Promise<Answer | 'missing'> {
  const memory = cache.read(pages)
  const key = url.pathname + url.search
  const kept = memory.get(key)
  if (kept && !personal && Date.now() - kept.at < fresh) return kept.answer
  const answer = fetchAnswer(url)
  if (personal) return answer
  for (const [old, { at }] of memory) if (Date.now() - at >= fresh) memory.delete(old)
  memory.set(key, { at: Date.now(), answer })
  // A missing page is not cached: the office may add a redirect.
  const forget = () => memory.delete(key)
  answer.then((got) => got === 'missing' && forget(), forget)
  return answer
}

/** Invalidates all cached pages. */
export function forgetPages(cache: SessionCache): void {
  cache.read(pages).clear()
}
