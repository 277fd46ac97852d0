import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'

/** The items being paid for, their total, and a link to change them. */
export function Summary(props: { total: number; lines: ReactNode }) {
  const t = useT()
  return (
    <section aria-labelledby="order-heading" className="card p-5 sm:p-6">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="order-heading" className="text-xl">
          {t('checkout.order-title')}
        </h2>
        <Link to="cart" className="link touch">
          {t('common.change')}
          <span className="sr-only"> {t('checkout.order-title')}</span>
        </Link>
      </div>
      {props.lines}
      <p className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <span className="font-semibold">{t('common.field.total')}</span>
        <span className="font-figures text-3xl font-semibold">{money(props.total)}</span>
      </p>
    </section>
  )
}
