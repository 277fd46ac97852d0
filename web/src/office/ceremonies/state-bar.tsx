import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import type { Ceremony } from './ceremony-queries.ts'

const parts = ['collected', 'checked', 'printed', 'done'] as const
// Hatched, so that what is left to do differs not only by colour.
const looks: Record<(typeof parts)[number], string> = {
  collected: 'bg-[repeating-linear-gradient(135deg,#c8702a_0_4px,#eeb27d_4px_8px)]',
  checked: 'bg-[#e3c57f]',
  printed: 'bg-[#7ea79a]',
  done: 'bg-jade',
}

/** A bar with the names of a list by state, with numbers, and what is left to do. */
export function StateBar({ ceremony }: { ceremony: Ceremony }) {
  const t = useT()
  const { counts, paper } = ceremony
  const total = totalOf(counts)
  const rest =
    counts.collected > 0
      ? t('ceremonies.to-check-some', { count: said(counts.collected) })
      : total === 0
        ? ''
        : counts.checked > 0
          ? t(paper ? 'ceremonies.checked-some' : 'ceremonies.to-mark-some', { count: said(counts.checked) })
          : t(counts.printed > 0 ? 'ceremonies.all-printed' : 'ceremonies.all-done')
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <b>{said(total)}</b>
        <span className="text-sm text-ink-2">{rest}</span>
      </p>
      {/* The text beside it says the same. */}
      <div aria-hidden="true" className="mt-1 flex h-3 overflow-hidden rounded-full bg-line">
        {parts.map((part) => (
          <Part key={part} look={looks[part]} of={counts[part]} total={total} />
        ))}
      </div>
    </div>
  )
}

/** The legend of the bars' colours. */
export function StateLegend() {
  const t = useT()
  return (
    <ul
      aria-label={t('ceremonies.legend')}
      className="mb-2 flex flex-wrap justify-end gap-x-4 text-sm text-ink-2 max-sm:justify-start"
    >
      {parts.map((part) => (
        <li key={part} className="flex items-center gap-2">
          <span aria-hidden="true" className={`h-3 w-4 rounded-sm ${looks[part]}`} />
          {t(`ceremonies.state-${part}`)}
        </li>
      ))}
    </ul>
  )
}

// Widths are classes from a table, because style attributes are blocked.
const widths = [
  'w-0',
  'w-[5%]',
  'w-[10%]',
  'w-[20%]',
  'w-[30%]',
  'w-[40%]',
  'w-[50%]',
  'w-[60%]',
  'w-[70%]',
  'w-[80%]',
  'w-[90%]',
  'w-full',
]
const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

function Part({ look, of, total }: { look: string; of: number; total: number }) {
  if (of === 0 || total === 0) return null
  const share = of / total
  // At least the smallest width for a share above zero, otherwise the nearest.
  const at = Math.max(
    1,
    shares.findIndex((one) => one >= share - 0.025),
  )
  return <span className={`shrink ${look} ${widths[at] ?? 'w-full'}`} />
}

/** The number of names on a list. */
export const totalOf = ({ collected, checked, printed, done }: Ceremony['counts']) =>
  collected + checked + printed + done

/** A count, which is exact up to 10,000. */
export const said = (count: number) => (count > 10_000 ? `${thousands(10_000)}+` : thousands(count))
