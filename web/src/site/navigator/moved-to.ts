import { api } from '../../api/client.ts'

/**
 * Where the office sends a path that is none of the pages': within the site, or elsewhere. The address itself when it
 * stays, or when nobody can be asked: the server knows in any case.
 */
export async function movedTo(url: URL): Promise<URL> {
  try {
    const answer = await api.get('/api/redirect', { query: { path: url.pathname + url.search } })
    if (answer.status !== 200 || !answer.value.target) return url
    const target = new URL(answer.value.target, url)
    if (!target.hash) target.hash = url.hash
    return target
  } catch {
    return url
  }
}
