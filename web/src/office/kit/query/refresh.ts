import type { QueryClient } from '@tanstack/react-query'

/** What data a query shows, declared in its `meta.shows`. */
export type Subject =
  | 'money'
  | 'payment'
  | 'shift'
  | 'places'
  | 'letters'
  | 'members'
  | 'staff'
  | 'addresses'
  | 'records'
  | 'inbox'
  | 'words'
  | 'pictures'
  | 'imports'
  | 'halls'
  | 'kiosk'
  | 'ceremonies'
  | 'layouts'
  | 'runs'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: readonly Subject[] }
  }
}

/**
 * Invalidates the queries of these subjects: active ones are refetched now, others when next shown. The caller names
 * what changed, not which pages show it.
 */
export function refresh(client: QueryClient, ...changed: readonly Subject[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.shows?.some((subject) => changed.includes(subject)) ?? false,
  })
}
