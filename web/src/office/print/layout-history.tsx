import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { layoutHistoryQuery, type Layout } from './layout-queries.ts'

/** Who changed a layout, and when. Old versions stay, because print runs refer to them. */
export function LayoutHistory({ row }: { row: Layout }) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(layoutHistoryQuery(row.key))
  return (
    <div className="mt-6">
      <TitledPanel id="layout-versions" title={t('print.versions')} text={t('print.versions-text')}>
        <Loaded query={query} lines={2}>
          {({ items }) => (
            <ol className="divide-y divide-line">
              {items.map((one) => (
                <li key={one.version} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                  <span className="font-semibold">{t('print.version', { version: one.version })}</span>
                  <span className="text-ink-2">
                    {t(keyFor('print.sheet-', one.sheet))} · {t(keyFor('print.ground-', one.params.ground))}
                  </span>
                  <span className="ml-auto text-ink-2">
                    {one.changedBy ? `${one.changedBy}, ${dateTime(locale, one.changedAt)}` : t('print.as-delivered')}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </TitledPanel>
    </div>
  )
}
