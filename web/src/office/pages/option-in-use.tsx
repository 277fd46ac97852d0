import { useT } from '../../i18n/context.tsx'
import type { OptionUse } from './record-queries.ts'

/** Who has an option now. */
export function OptionInUse({ name, live }: { name: string; live: OptionUse }) {
  const t = useT()
  const lines = (['carts', 'codes', 'orders', 'subscriptions'] as const).filter((what) => live[what] > 0)
  if (lines.length === 0) return null
  return (
    <section className="rounded-2xl bg-paper-2 p-4">
      <h3 className="font-bold">{t('offerings.use', { name })}</h3>
      <ul className="list-disc pl-5">
        {lines.map((what) => (
          <li key={what}>{t(`offerings.use-${what}`, { count: live[what] })}</li>
        ))}
      </ul>
    </section>
  )
}
