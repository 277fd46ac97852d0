import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Import } from './import-queries.ts'

/** Which place names of a lamp list match a position of a hall, and why others do not. */
export function SpotsPanel({ spots }: { spots: NonNullable<Import['spots']> }) {
  const t = useT()
  const left = spots.taken + spots.other + spots.unknown
  if (spots.given + left === 0) return null
  return (
    <Panel as="div" size="s">
      <h2 className="font-sans text-base font-bold">
        {t('imports.spots', { count: spots.given, shown: thousands(spots.given) })}
      </h2>
      {left > 0 && (
        <>
          <p className="mt-1">{t('imports.spots-left', { count: left, shown: thousands(left) })}</p>
          <ul className="mt-2 space-y-1">
            {spots.open.map(({ row, words, code, why }) => (
              <li key={row}>
                {t('imports.spot-row', { row, words })}{' '}
                <span className="text-ink-2">{t(`imports.spot-${why}`, { code: code ?? words })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
