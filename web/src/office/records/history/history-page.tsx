import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { date } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { Compared, todaysDraft } from './compared.tsx'
import { hasSomething, titleOf, versionsQuery, type Detail } from '../record-queries.ts'
import { DraftLine, VersionLine } from './version-line.tsx'

/**
 * All versions of a text: who, when and why; the differences between any two, or to the current draft; and restoring.
 */
export function HistoryPage({ detail }: { detail: Detail }) {
  const t = useT()
  const locale = useLocale()
  const { record } = detail
  const [now] = useState(() => Date.now())
  const [chosen, setChosen] = useState<number>()
  const [after, setAfter] = useState(todaysDraft)
  const query = useInfiniteQuery(versionsQuery(record.id))
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const number = chosen ?? rows?.[0]?.number
  return (
    <>
      <PageTop title={t('records.history-of', { title: titleOf(record, locale) })} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[18.75rem_minmax(0,1fr)]">
        <Loaded query={query}>
          {({ pages: [page] }) => (
            <div>
              {rows?.length === 0 && <p>{t('records.no-versions')}</p>}
              <ol className="space-y-1">
                {hasSomething(record) && (
                  <li>
                    <DraftLine
                      record={record}
                      now={now}
                      on={after === todaysDraft}
                      onChoose={() => setAfter(todaysDraft)}
                    />
                  </li>
                )}
                {rows?.map((row) => (
                  <li key={row.number}>
                    <VersionLine
                      row={row}
                      source={rows.find((one) => one.number === row.source)}
                      now={now}
                      on={row.number === number}
                      onChoose={() => setChosen(row.number)}
                    />
                  </li>
                ))}
              </ol>
              {query.hasNextPage && (
                <Button className="mt-3" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('records.older-versions')}
                </Button>
              )}
              {page?.since && (
                <p className="mt-3 px-4 text-sm text-ink-2">
                  {t('records.versions-since', { count: page.total, day: date(locale, page.since, 'short') })}
                </p>
              )}
            </div>
          )}
        </Loaded>
        {number !== undefined && rows && (
          <Compared
            key={record.id}
            detail={detail}
            rows={rows}
            now={now}
            before={number}
            onBefore={setChosen}
            after={after}
            onAfter={setAfter}
          />
        )}
      </div>
    </>
  )
}
