import { vi } from 'vitest'

/** Mocks the Cache API, which jsdom lacks; returns whose orders are stored. */
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
