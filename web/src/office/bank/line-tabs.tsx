import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { tabs, type Statement, type Tab } from './bank-queries.ts'

type Props = { statement: Statement; tab: Tab | 'all'; onTab: (tab: Tab | 'all') => void }

/** The match groups with their counts; rare groups are shown only if they have lines. */
export function LineTabs({ statement, tab, onTab }: Props) {
  const t = useT()
  const { tallies, state, lines } = statement
  const shown = tabs.filter(
    (name) => tallies[name].count > 0 || (state === 'ready' && !['resolved', 'ignored', 'debit'].includes(name)),
  )
  return (
    <nav aria-label={t('bank.sorts')} className="flex flex-wrap gap-1.5">
      {(['all', ...shown] as const).map((name) => {
        const count = name === 'all' ? lines : tallies[name].count
        return (
          <button
            key={name}
            type="button"
            aria-current={name === tab ? 'true' : undefined}
            title={name === 'all' ? undefined : money(tallies[name].sum)}
            onClick={() => onTab(name)}
            className={`inline-flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm font-bold ${name === tab ? 'bg-lacquer text-gold-1' : 'bg-card shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1'}`}
          >
            {t(`bank.tab-${name}`)}
            <span
              className={
                name === 'none' && count > 0
                  ? 'rounded-full bg-cinnabar px-2 text-[#fff8ea]'
                  : name === tab
                    ? 'text-gold-3'
                    : 'text-ink-2'
              }
            >
              {count}
            </span>
          </button>
        )
      })}
    </nav>
  )
}
