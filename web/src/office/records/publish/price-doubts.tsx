import { useT } from '../../../i18n/context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ProblemLine } from './problem-line.tsx'
import type { Problem } from '../record-queries.ts'

type Props = { doubts: readonly Problem[]; confirmed: boolean; onChange: (confirmed: boolean) => void }

/** Prices that look like typing errors: they are published only after the user has confirmed them. */
export function PriceDoubts({ doubts, confirmed, onChange }: Props) {
  const t = useT()
  if (doubts.length === 0) return null
  return (
    <section className="rounded-2xl border-l-4 border-cinnabar bg-cinnabar-1 p-4">
      <h3 className="font-bold">{t('records.price-doubts')}</h3>
      <ul className="mb-2 list-disc pl-5">
        {doubts.map((one) => (
          <li key={`${one.code} ${one.field}`}>
            <ProblemLine problem={one} />
          </li>
        ))}
      </ul>
      <Checkbox
        label={t('records.price-meant')}
        checked={confirmed}
        onChange={({ target }) => onChange(target.checked)}
      />
    </section>
  )
}
