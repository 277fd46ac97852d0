import { joinLocale, type Matched } from '../router/route.ts'

// Coming back to the tab asks too, but not each time somebody looks at another tab for a moment.
const pause = 60_000
let newer = false
let lastLook = 0
let payloads: ReadonlySet<string> | undefined

/** `{id, timestamp}` and the routes that have a payload, in both languages: `/zh/about-us/:key`. */
type BuildMeta = { prerendered?: string[] }

/**
 * Learns what this build has, and asks whether another one runs by now: every so many seconds (0: never) and when the
 * visitor comes back to the tab. Then the next navigation is a full load. Returns the way to stop.
 */
export function watchBuild(buildId: string, seconds: number): () => void {
  lastLook = Date.now()
  // After the page has what it needs.
  const soon = setTimeout(() => void learn(buildId), 1500)
  const timer = seconds > 0 ? setInterval(() => void look(buildId), seconds * 1000) : undefined
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastLook > pause) void look(buildId)
  }
  if (seconds > 0) document.addEventListener('visibilitychange', onReturn)
  return () => {
    clearTimeout(soon)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

/** Whether another build runs than the one that this page is of. */
export function buildIsOutdated(): boolean {
  return newer
}

/** Whether a route's data can be fetched; the others are loaded as documents. As long as nobody knows, all can. */
export function hasPayload({ route, locale }: Matched): boolean {
  return payloads?.has(joinLocale(locale, route.path)) ?? true
}

async function learn(buildId: string): Promise<void> {
  const meta = await json<BuildMeta>(`/builds/meta/${buildId}.json`, 'default')
  if (meta?.prerendered) payloads = new Set(meta.prerendered)
}

async function look(buildId: string): Promise<void> {
  lastLook = Date.now()
  const latest = await json<{ id?: string }>('/builds/latest.json', 'no-cache')
  if (latest?.id) newer = latest.id !== buildId
}

/** Nothing depends on an answer: offline, or in the middle of a change of builds, there is none. */
async function json<Body>(url: string, cache: RequestCache): Promise<Body | undefined> {
  try {
    const response = await fetch(url, { cache, priority: 'low' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
