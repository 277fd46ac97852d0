import type { QueryClient } from '@tanstack/react-query'
import type { Crumb, Meta } from '../page/payload.tsx'

/** What {route}/_payload.json answers. */
export type Answer = {
  route: string
  params: Record<string, string>
  data: unknown
  meta: Meta
  crumbs: Crumb[]
  redirect?: { target: string; external: boolean; status: number }
}

// Empty parts are left out on the way.
type Wire = Omit<Answer, 'params' | 'crumbs' | 'meta'> & Partial<Pick<Answer, 'params' | 'crumbs' | 'meta'>>

/** Fetches a page's data; 'missing' when there is no such page. */
export async function fetchAnswer(url: URL): Promise<Answer | 'missing'> {
  const path = url.pathname.replace(/\/$/, '')
  const response = await fetch(`${path}/_payload.json${url.search}`, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: timeLimit(),
  })
  if (response.status === 404) return 'missing'
  if (!response.ok) throw new Error(`payload ${response.status}`)
  const answer: Wire = await response.json()
  return {
    ...answer,
    params: answer.params ?? {},
    crumbs: answer.crumbs ?? [],
    meta: answer.meta ?? { title: '', description: '' },
  }
}

/** The same through the cache: pages equal for everybody are fresh for half a minute, personal ones never. */
export function cachedAnswer(client: QueryClient, url: URL, personal: boolean): Promise<Answer | 'missing'> {
  return client.fetchQuery({
    queryKey: ['page', url.pathname + url.search],
    queryFn: () => fetchAnswer(url),
    staleTime: personal ? 0 : 30_000,
    retry: 1,
    retryDelay: 400,
  })
}

function timeLimit(): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 60_000)
  return stop.signal
}
