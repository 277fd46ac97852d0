import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Failed } from './failed.tsx'

type Props<Data> = {
  /** A query that is disabled for lack of a question renders nothing. */
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & { refetch: () => Promise<unknown> }
  /** The page's heading, if only the data has one. */
  heading?: string
  /** Height of the skeleton in lines. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** Renders the data of a query; until then a skeleton, or an error with a retry button. */
export function Loaded<Data>({ query, heading, lines = 6, children }: Props<Data>) {
  const { data, error, fetchStatus } = query
  if (data !== undefined) return children(data)
  if (!error) return fetchStatus === 'idle' ? null : <Skeleton lines={lines} card />
  return <Failed heading={heading} error={error} onAgain={() => void query.refetch()} />
}
