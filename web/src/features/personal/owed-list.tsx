import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import type { Owed } from './overview.ts'

/** Unsettled orders and unclaimed transfers, each with its amount. */
export function OwedList({ owed }: { owed: readonly Owed[] }) {
  const t = useT()
  return (
    <ul className="mt-2">
      {owed.map(({ invoiceId, number, amount }) => (
        <li key={number} className="py-1">
          {invoiceId ? (
            <Link to="member-profile-invoices-id" params={{ id: invoiceId }} className="link inline-block py-1">
              {t('data.close-order', { number, amount: money(amount) })}
            </Link>
          ) : (
            t('data.close-unclaimed', { number, amount: money(amount) })
          )}
        </li>
      ))}
    </ul>
  )
}
