import { api } from '../../api/client.ts'

/**
 * The redirect target of a path that is not a page: within the site, or outside. The URL itself if there is no
 * redirect, or no answer: then the server redirects.
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
