import type { QueryClient } from '@tanstack/react-query'

/** What of the temple a query shows, named by its `meta.shows`. */
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
 * Fetches anew what is on the screen of these subjects; the rest when it is next shown. Whoever changes something names
 * the subject, and does not know which pages show it.
 */
export function refresh(client: QueryClient, ...changed: readonly Subject[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.shows?.some((subject) => changed.includes(subject)) ?? false,
  })
}
