import type { ReactNode } from 'react'

/** The page alone between header and footer. */
export function BareLayout(props: { children: ReactNode }) {
  return <main id="main">{props.children}</main>
}
