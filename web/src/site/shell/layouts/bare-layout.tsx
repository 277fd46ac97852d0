import type { ReactNode } from 'react'

/** Only the page between header and footer. */
export function BareLayout(props: { cart?: boolean; children: ReactNode }) {
  return (
    <main id="main" data-cart-page={props.cart ? '' : undefined}>
      {props.children}
    </main>
  )
}
