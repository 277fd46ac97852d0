import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { gate } from '../../kit/session/session-gate.ts'
import { ReadingHall } from './reading-hall.tsx'
import { readingQuery } from './reading-queries.ts'

/** The names of a ceremony to be read out before the altar. Once loaded, it needs no network. */
export function ReadingView({ id }: { id: string }) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const query = useInfiniteQuery(readingQuery(id))
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const whole = data !== undefined && !hasNextPage
  // An expired session must not interrupt the reading; only fetching the names again asks for the password.
  const [again, setAgain] = useState(false)
  useEffect(() => (whole && !again ? gate.hold() : undefined), [whole, again])
  const fetchAgain = async () => {
    setAgain(true)
    await (hasNextPage ? fetchNextPage() : query.refetch())
    setAgain(false)
  }
  const first = data?.pages[0]
  const back = `/ceremonies/${id}`
  return (
    <>
      <BackLink to={back}>{first ? first.title[locale] : t('office.area-ceremonies')}</BackLink>
      <PageTop title={t('ceremonies.read')} keepFocus />
      <Loaded query={query}>
        {({ pages }) =>
          first && (
            <ReadingHall
              list={first}
              names={pages.flatMap(({ items }) => items)}
              arrival={{
                whole,
                fetching: isFetching || isFetchingNextPage,
                failed: error !== null,
                at: query.dataUpdatedAt,
                again: () => void fetchAgain(),
              }}
              onClose={() => navigate(back)}
            />
          )
        }
      </Loaded>
    </>
  )
}
