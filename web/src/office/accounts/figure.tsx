import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { figurePath, type FigurePlace } from './report-queries.ts'

/** A figure that links to the list that it is the sum of; plain text without a list. */
export function Figure({ to, children }: { to: FigurePlace | string | undefined; children: ReactNode }) {
  if (!to) return children
  return (
    <Link
      href={typeof to === 'string' ? to : figurePath(to)}
      className="link touch text-inherit no-underline hover:underline"
    >
      {children}
    </Link>
  )
}
