import { matchPath } from '../router/route.ts'

// Secret query parameters (tickets) by route; stored only as long as the document lives.
const kept = new Map<string, Map<string, string>>()

/** The URL without its secrets, for address bar and history. The secrets are kept for {@link withSecrets}. */
export function hideSecrets(url: URL): URL {
  const route = matchPath(url.pathname)?.route
  const shown = new URL(url)
  for (const name of route?.secret ?? []) {
    const value = shown.searchParams.get(name)
    if (!route || value === null) continue
    kept.set(route.id, (kept.get(route.id) ?? new Map()).set(name, value))
    shown.searchParams.delete(name)
  }
  return shown.search === url.search ? url : shown
}

/** The URL with its secrets, for requests to the server. */
export function withSecrets(url: URL): URL {
  const id = matchPath(url.pathname)?.route.id ?? ''
  const whole = new URL(url)
  for (const [name, value] of kept.get(id) ?? []) if (!whole.searchParams.has(name)) whole.searchParams.set(name, value)
  return whole.search === url.search ? url : whole
}

/** Removes secrets from the address bar. The document's inline script usually has done so already, and stored them. */
export function hideAddress(): void {
  const root: HTMLElement & { secrets?: Record<string, string> | undefined } = document.documentElement
  const early = new URL(location.href)
  for (const [name, value] of Object.entries(root.secrets ?? {})) early.searchParams.set(name, value)
  root.secrets = undefined
  hideSecrets(early)
  const shown = hideSecrets(new URL(location.href))
  if (shown.href !== location.href) history.replaceState(history.state, '', shown)
}
