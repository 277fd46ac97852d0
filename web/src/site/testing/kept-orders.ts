import { vi } from 'vitest'

/** A store for pages and orders, which jsdom does not have; gives whose orders lie in it. */
export function keepIn(orders?: { of: string }): () => string | undefined {
  const address = '/offline/orders'
  const kept = new Map<string, string>()
  if (orders) kept.set(address, JSON.stringify({ ...orders, at: Date.now(), lang: 'en', orders: [] }))
  const store = {
    put: async (at: string, response: Response) => void kept.set(at, await response.text()),
    delete: async (at: string) => kept.delete(at),
  }
  vi.stubGlobal('caches', {
    open: async () => store,
    match: async (at: string) => (kept.has(at) ? new Response(kept.get(at)) : undefined),
  })
  return () => (JSON.parse(kept.get(address) ?? '{}') as { of?: string }).of
}
