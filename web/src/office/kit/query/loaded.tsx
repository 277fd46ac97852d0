import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Failed } from './failed.tsx'

type Props<Data> = {
  /** One that is not asked yet, for want of a question, shows nothing. */
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & { refetch: () => Promise<unknown> }
  /** The page's heading, where only the data gives it one. */
  heading?: string
  /** Grey lines until there is an answer. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** What a query has fetched; until then grey lines, or why it could not be fetched and another try. */
export function Loaded<Data>({ query, heading, lines = 6, children }: Props<Data>) {
  const { data, error, fetchStatus } = query
  if (data !== undefined) return children(data)
  if (!error) return fetchStatus === 'idle' ? null : <Skeleton lines={lines} card />
  return <Failed heading={heading} error={error} onAgain={() => void query.refetch()} />
}
