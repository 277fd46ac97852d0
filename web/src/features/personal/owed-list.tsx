import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import type { Owed } from './overview.ts'

const words = {
  unclaimed: 'data.close-unclaimed',
  refund: 'data.close-refund',
  excess: 'data.close-excess',
  'awaiting-payment': 'data.close-order',
  'under-verification': 'data.close-order',
  rejected: 'data.close-order',
} as const

/** Unsettled orders, unclaimed transfers, and what goes back of either, each with its amount. */
export function OwedList({ owed }: { owed: readonly Owed[] }) {
  const t = useT()
  return (
    <ul className="mt-2">
      {owed.map(({ invoiceId, number, status, amount }) => {
        const text = t(words[status], { number, amount: money(amount) })
        return (
          <li key={`${status} ${number}`} className="py-1">
            {invoiceId ? (
              <Link to="member-profile-invoices-id" params={{ id: invoiceId }} className="link inline-block py-1">
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
  )
}
