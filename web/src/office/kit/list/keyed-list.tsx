import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { MessageKey } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../query/loaded.tsx'

/** A page of a list with a cursor, as the office API returns it. */
type Page = { items?: unknown[] | null; next?: string }
type RowOf<P extends Page> = NonNullable<P['items']>[number]

/** How many rows a list has; `more` means that counting stopped there. */
export type Count = { total: number; more: boolean }

type Props<P extends Page> = {
  query: UseInfiniteQueryResult<InfiniteData<P>>
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Shown above the rows, and above `empty`. */
  top?: ReactNode
  /** The number of rows, shown beside the "more" button. Absent while counting, or when shown elsewhere. */
  count?: Count
  /** The messages for `count` and for the button. */
  words?: { shown?: MessageKey; shownMore?: MessageKey; more?: MessageKey }
  lines?: number
  /** The rows fill a panel to its edges, so what is below them needs padding. */
  filling?: boolean
  children: (rows: RowOf<P>[], first: P) => ReactNode
}

/**
 * A cursor-paginated list: a skeleton while loading, a load error, `empty`, or its rows with a "more" button. While
 * another search loads, the previous rows are dimmed.
 */
export function KeyedList<P extends Page>(props: Props<P>) {
  const t = useT()
  const { query, count } = props
  const words = {
    shown: 'office.shown',
    shownMore: 'office.shown-more',
    more: 'office.show-more',
    ...props.words,
  } as const
  return (
    <Loaded query={query} lines={props.lines}>
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const rows: RowOf<P>[] = pages.flatMap((page) => page.items ?? [])
        return (
          <div
            className={query.isPlaceholderData ? 'opacity-60' : undefined}
            aria-busy={query.isPlaceholderData || undefined}
          >
            {props.top}
            {rows.length > 0 && props.children(rows, first)}
            {rows.length === 0 && !query.isPlaceholderData && props.empty}
            {rows.length > 0 && (count || query.hasNextPage) && (
              <div
                className={`flex flex-wrap items-center justify-between gap-3 ${props.filling ? 'border-t border-line px-5 py-3' : 'mt-5'}`}
              >
                <p className="text-ink-2" role="status">
                  {count &&
                    t(count.more && query.hasNextPage ? words.shownMore : words.shown, {
                      shown: rows.length,
                      total: Math.max(count.total, rows.length),
                    })}
                </p>
                {query.hasNextPage && (
                  <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t(words.more)}
                  </Button>
                )}
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
