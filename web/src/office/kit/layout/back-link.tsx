import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../../ui/icon.tsx'

/** The link from a record to its list, above the heading. */
export function BackLink(props: { to: string; className?: string; children: ReactNode }) {
  const { to, className = 'mb-2', children } = props
  return (
    <Link href={to} className={`link touch gap-1.5 ${className}`}>
      <Icon name="back" size={20} />
      {children}
    </Link>
  )
}
