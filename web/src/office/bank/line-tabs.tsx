import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { tabs, type Statement, type Tab } from './bank-queries.ts'

/** The sorts of lines with count and sum; sorts that are rare show when there are any. */
export function LineTabs(props: { statement: Statement; tab: Tab; onTab: (tab: Tab) => void }) {
  const t = useT()
  const { tallies, state } = props.statement
  const shown = tabs.filter(
    (tab) => tallies[tab].count > 0 || (state === 'ready' && !['resolved', 'ignored', 'debit'].includes(tab)),
  )
  return (
    <nav aria-label={t('bank.sorts')} className="mb-4 flex flex-wrap gap-2">
      {shown.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === props.tab ? 'true' : undefined}
          onClick={() => props.onTab(tab)}
          className={`min-h-12 rounded-2xl px-4 py-2 text-left leading-tight ${tab === props.tab ? 'bg-lacquer text-gold-1' : 'bg-card shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1'}`}
        >
          <span className="block font-bold">
            {t(`bank.tab-${tab}`)} · {tallies[tab].count}
          </span>
          <span className={`block text-sm ${tab === props.tab ? 'text-gold-3' : 'text-ink-2'}`}>
            {money(tallies[tab].sum)}
          </span>
        </button>
      ))}
    </nav>
  )
}
