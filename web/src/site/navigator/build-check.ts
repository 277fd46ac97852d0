import { joinLocale, type Matched } from '../router/route.ts'

// On return to the tab the build is checked too, but at most once in this time.
const pause = 60_000
let newer = false
let lastLook = 0
let payloads: ReadonlySet<string> | undefined

/**
 * The part of the build's metadata with `{id, timestamp}` and the routes that have a payload, in both languages:
 * `/zh/about-us/:key`.
 */
type BuildMeta = { prerendered?: string[] }

/**
 * Loads the metadata of this build, then checks for a new build: at an interval in seconds (0: never), and when the
 * visitor returns to the tab. A new build makes the next navigation a full page load. Returns the function that stops
 * it.
 */
export function watchBuild(buildId: string, seconds: number): () => void {
  lastLook = Date.now()
  // Delayed, so that the page's own requests come first.
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

/** Whether the server runs another build than this page's. */
export function buildIsOutdated(): boolean {
  return newer
}

/** Whether a route has a payload; others are loaded as documents. While unknown, all count as having one. */
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

/** No answer is acceptable: offline, or during an update, there is none. */
async function json<Body>(url: string, cache: RequestCache): Promise<Body | undefined> {
  try {
    const response = await fetch(url, { cache, priority: 'low' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
