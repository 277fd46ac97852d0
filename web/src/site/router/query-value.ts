import { useMemo } from 'react'
import { usePage } from './payload.tsx'

/** One value of the address's query; undefined when it is absent, and on the server, which renders without a query. */
export function useQueryValue(name: string): string | undefined {
  const { search } = usePage()
  // The render engine has no URLSearchParams, and needs none.
  return useMemo(() => (search ? (new URLSearchParams(search).get(name) ?? undefined) : undefined), [name, search])
}
