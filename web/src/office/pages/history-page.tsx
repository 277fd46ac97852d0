import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { valueOf } from '../kit/session-gate.ts'
import { Compared } from './compared.tsx'
import { titleOf, versionsOf, type Detail, type VersionRow } from './record-queries.ts'

/** Every version of a text: who, when and why; what differs between any two, or from today's draft; and the way back. */
export function HistoryPage({ detail }: { detail: Detail }) {
  const t = useT()
  const locale = useLocale()
  const { record } = detail
  const [chosen, setChosen] = useState<number>()
  const query = useInfiniteQuery({
    queryKey: versionsOf(record.id),
    queryFn: ({ pageParam }) =>
      valueOf(() =>
        api.get('/api/admin/record/{id}/version', {
          params: { id: record.id },
          query: { before: pageParam || undefined },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  })
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const number = chosen ?? rows?.[0]?.number
  return (
    <>
      <PageTop title={t('pages.history-of', { title: titleOf(record, locale) })} />
      <div className="grid gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Loaded query={query}>
          {({ pages }) => (
            <div>
              {rows?.length === 0 && <p>{t('pages.no-versions')}</p>}
              <ol className="space-y-1">
                {pages
                  .flatMap(({ items }) => items)
                  .map((row) => (
                    <li key={row.number}>
                      <VersionButton row={row} on={row.number === number} onChoose={() => setChosen(row.number)} />
                    </li>
                  ))}
              </ol>
              {query.hasNextPage && (
                <Button className="mt-3" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('pages.older-versions')}
                </Button>
              )}
            </div>
          )}
        </Loaded>
        {number !== undefined && rows && (
          <Compared key={record.id} detail={detail} rows={rows} before={number} onBefore={setChosen} />
        )}
      </div>
    </>
  )
}

function VersionButton({ row, on, onChoose }: { row: VersionRow; on: boolean; onChoose: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className={`w-full rounded-card p-4 text-left ${on ? 'bg-card shadow-card' : 'hover:bg-gold-1/60'}`}
    >
      <span className="flex flex-wrap items-center justify-between gap-2 font-bold">
        {dateTime(locale, row.at)}
        {row.onSite.length > 0 && (
          <Badge tone="good" icon="check" size="small">
            {t('pages.state-live')}
            {row.onSite.length === 1 && ` · ${row.onSite[0] === 'zh' ? '中' : 'EN'}`}
          </Badge>
        )}
      </span>
      <span className="block text-ink-2">
        {t(`pages.why-${row.why}`, { number: row.source ?? 0 })}
        {row.by.name && ` · ${row.by.name}`}
      </span>
    </button>
  )
}
