import { useMemo } from 'react'
import { usePage } from './payload.tsx'

/** A value of the URL's query; undefined if absent, and on the server, which renders without a query. */
export function useQueryValue(name: string): string | undefined {
  const { search } = usePage()
  // The render engine has no URLSearchParams, and the query is empty there.
  return useMemo(() => (search ? (new URLSearchParams(search).get(name) ?? undefined) : undefined), [name, search])
}
