import type { ReactNode } from 'react'
import { Breadcrumbs } from '../breadcrumbs.tsx'

/** Breadcrumbs and page. */
export function DefaultLayout(props: { cart?: boolean; children: ReactNode }) {
  return (
    <main id="main" data-cart-page={props.cart ? '' : undefined}>
      <Breadcrumbs />
      {props.children}
    </main>
  )
}
