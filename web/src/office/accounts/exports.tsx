import { useT } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TableLinks } from '../kit/list/table-links.tsx'
import { JournalLinks } from './journal-links.tsx'
import { journalOf, type Period } from './periods.ts'

const tables = ['payments', 'orders', 'refunds', 'receipts', 'offerings', 'days'] as const

/** Downloads of a report's rows for spreadsheets. */
export function Exports({ period }: { period: Period }) {
  const t = useT()
  const journal = journalOf(period)
  return (
    <Panel size="xs" className="no-print">
      <h2 className="text-lg">{t('accounts.exports')}</h2>
      <p className="text-sm text-ink-2">{t('accounts.exports-note')}</p>
      <ul className="mt-2">
        {tables.map((table) => (
          <li
            key={table}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2 first:border-0"
          >
            <span>{t(`accounts.export-${table}`)}</span>
            <TableLinks
              of={t(`accounts.export-${table}`)}
              url={(format) => `/api/admin/report/export/${table}.${format}?${new URLSearchParams(period)}`}
            />
          </li>
        ))}
        {journal && (
          <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
            <span>{t('accounts.export-journal')}</span>
            <span className="flex gap-2">
              <JournalLinks of={journal} name={t('accounts.export-journal')} />
            </span>
          </li>
        )}
      </ul>
    </Panel>
  )
}
