import { useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { lookOf } from './status-of.ts'

/** The status of an order as a label with icon and colour. */
export function StatusBadge({ status }: { status: InvoiceStatus }) {
  const t = useT()
  const { tone, icon } = lookOf(status)
  return (
    <Badge tone={tone} icon={icon}>
      {t(`invoice.badge-${status}`)}
    </Badge>
  )
}
