import { useT } from '../../../i18n/context.tsx'

/** The first rows of a file whose columns are to be named. */
export function ColumnSample({
  names,
  rows,
}: {
  names: readonly string[]
  rows: readonly (readonly string[] | null)[]
}) {
  const t = useT()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it sideways
    <section tabIndex={0} className="overflow-x-auto rounded-card bg-card shadow-card" aria-label={t('office.sample')}>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('office.sample')}</caption>
        <thead>
          <tr>
            {names.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells may repeat, and have no state
              <th key={`${at} ${name}`} className="bg-paper-2 px-3 py-2 text-left font-semibold text-ink-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nr) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows may repeat, and have no state
            <tr key={nr} className="border-t border-line">
              {names.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells may repeat, and have no state
                <td key={`${at} ${name}`} className="whitespace-pre-line px-3 py-2 align-top">
                  {row?.[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
