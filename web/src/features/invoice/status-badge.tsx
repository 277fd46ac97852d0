import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { lookOf } from './status-of.ts'

const tones = {
  wait: 'bg-gold-1 text-gold-7',
  good: 'bg-jade-1 text-jade',
  act: 'bg-cinnabar-1 text-cinnabar',
  over: 'bg-paper-2 text-ink-2',
}

/** The state of an order in a word, with icon and colour. */
export function StatusBadge({ status }: { status: InvoiceStatus }) {
  const t = useT()
  const { tone, icon } = lookOf(status)
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-bold ${tones[tone]}`}>
      <Icon name={icon} size={18} className="shrink-0" />
      {t(`invoice.badge-${status}`)}
    </span>
  )
}
