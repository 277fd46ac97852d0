import type { QueryClient } from '@tanstack/react-query'
import { exchange, twice } from '../api/exchange.ts'
import type { Crumb, Meta } from '../page/payload.tsx'
import { cleanHtml } from './clean-html.ts'

/** What {route}/_payload.json answers. */
export type Answer = {
  /** The route's name: home___zh. */
  route: string
  params: Record<string, string>
  data: unknown
  meta: Meta
  crumbs: Crumb[]
  redirect?: { target: string; external: boolean; status: number }
}

// Empty parts are left out on the way.
type Wire = Omit<Answer, 'params' | 'crumbs' | 'meta'> & Partial<Pick<Answer, 'params' | 'crumbs' | 'meta'>>

/** Fetches a page's data, its HTML sanitised; 'missing' when there is no such page. */
export async function fetchAnswer(url: URL): Promise<Answer | 'missing'> {
  const path = url.pathname.replace(/\/$/, '')
  const answer = await twice(() =>
    exchange(`${path}/_payload.json${url.search}`, { headers: { Accept: 'application/json' } }, readAnswer),
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
  if (!response.ok) throw new Error(`payload ${response.status}`)
  return response.json()
}

/** The same through the cache: pages equal for everybody are fresh for half a minute, personal ones never. */
export function cachedAnswer(client: QueryClient, url: URL, personal: boolean): Promise<Answer | 'missing'> {
  return client.fetchQuery({
    queryKey: ['page', url.pathname + url.search],
    queryFn: () => fetchAnswer(url),
    staleTime: personal ? 0 : 30_000,
    retry: false,
    // Without a network it fails at once: a page that comes minutes later would come over what is typed meanwhile.
    networkMode: 'always',
  })
}
