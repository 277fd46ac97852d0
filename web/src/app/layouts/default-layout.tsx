import type { ReactNode } from 'react'
import { Breadcrumbs } from '../breadcrumbs.tsx'

/** Breadcrumb and page. */
export function DefaultLayout(props: { children: ReactNode }) {
  return (
    <main id="main">
      <Breadcrumbs />
      {props.children}
    </main>
  )
}
