import { useT } from '../../../../i18n/context.tsx'
import { Card } from '../../../kit/layout/card.tsx'
import { FigureLine } from '../../publish/figure-line.tsx'
import type { OptionUse } from '../../record-queries.ts'

/** How many carts, orders and subscriptions use an option. */
export function OptionInUse({ name, live }: { name: string; live: OptionUse }) {
  const t = useT()
  const lines = (['carts', 'codes', 'orders', 'subscriptions'] as const).filter((what) => live[what] > 0)
  return (
    <Card title={t('records-offering.use', { name })}>
      {lines.length === 0 ? (
        <p className="text-ink-2">{t('records-offering.use-none')}</p>
      ) : (
        <>
          <ul className="space-y-3">
            {lines.map((what) => (
              <li key={what} className="flex gap-3">
                <FigureLine count={live[what]} words={t(`records.use-${what}`, { count: live[what] })} />
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm text-ink-2">{t('records-offering.use-text')}</p>
        </>
      )}
    </Card>
  )
}
