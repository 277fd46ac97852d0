import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/keyed-list.tsx'
import { linesQuery, type Statement, type Tab } from './bank-queries.ts'
import { LineRow } from './line-row.tsx'

/** The lines of a sort, in the order of the file. */
export function LineList({ statement, tab }: { statement: Statement; tab: Tab }) {
  const t = useT()
  const list = useInfiniteQuery(linesQuery(statement.id, tab, statement.matchedAt ?? ''))
  return (
    <KeyedList
      query={list}
      count={list.data?.pages[0]}
      words={{ shown: 'bank.shown', shownMore: 'bank.shown-more' }}
      empty={<EmptyState art="flowers" title={t('bank.none-here')} text={t(`bank.none-${tab}`)} />}
    >
      {(rows) => (
        <>
          <p className="mb-3 text-ink-2">{t(`bank.about-${tab}`)}</p>
          <ul className="space-y-3">
            {rows.map((line) => (
              <LineRow key={line.id} line={line} open={statement.state === 'ready'} />
            ))}
          </ul>
        </>
      )}
    </KeyedList>
  )
}
