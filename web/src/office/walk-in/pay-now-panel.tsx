import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'

/** The order is created unpaid; the footer's button shows its QR code to the devotee. */
export function PayNowPanel({ due }: { due: number }) {
  const t = useT()
  return (
    <Panel as="div" className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-2">{t('walk-in.to-transfer')}</p>
        <p className="font-display text-4xl font-semibold leading-none">{money(due)}</p>
      </div>
      <p>{t('walk-in.pay-now-text')}</p>
    </Panel>
  )
}
