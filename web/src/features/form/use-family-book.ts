import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { UnexpectedStatus } from '../../api/result.ts'
import type { Relative } from './family-book.ts'

/** Forgotten when the session ends, and when the book has changed. */
export const familyKey = ['family']

/** The member's family book; undefined until it is here, and for whoever has none. */
export function useFamilyBook(): readonly Relative[] | undefined {
  return useQuery({ queryKey: familyKey, queryFn: fetchBook, retry: false, staleTime: 60_000 }).data ?? undefined
}

async function fetchBook(): Promise<readonly Relative[] | null> {
  const result = await api.get('/api/family')
  if (result.status === 200) return result.value.items
  // Staff without a member record have no book.
  if (result.status === 401 || result.status === 403) return null
  throw new UnexpectedStatus(result.status)
}
