import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../kit/failed.tsx'
import { linesQuery, type Statement, type Tab } from './bank-queries.ts'
import { LineRow } from './line-row.tsx'

/** The lines of a sort, in the order of the file. */
export function LineList({ statement, tab }: { statement: Statement; tab: Tab }) {
  const t = useT()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    linesQuery(statement.id, tab, statement.matchedAt ?? ''),
  )
  if (error && !data) return <Failed error={error} onAgain={() => void refetch()} />
  if (!data) return <Skeleton lines={6} card />
  const rows = data.pages.flatMap((page) => page.items)
  const first = data.pages[0]
  if (rows.length === 0) return <EmptyState art="flowers" title={t('bank.none-here')} text={t(`bank.none-${tab}`)} />
  return (
    <>
      <p className="mb-3 text-ink-2">{t(`bank.about-${tab}`)}</p>
      <ul className="space-y-3">
        {rows.map((line) => (
          <LineRow key={line.id} line={line} open={statement.state === 'ready'} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2" role="status">
          {t(first?.more ? 'bank.shown-more' : 'bank.shown', { shown: rows.length, total: first?.total ?? 0 })}
        </p>
        {hasNextPage && (
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('bank.more')}
          </Button>
        )}
      </div>
    </>
  )
}
