import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import {
  entryQuery,
  queueQuery,
  searchOf,
  type Ceremony,
  type EntryRow,
  type ListPlace,
  type May,
} from './ceremony-queries.ts'
import { papersQuery } from '../kit/print/papers-query.ts'
import { EntryReading } from './entry-reading.tsx'
import { said } from './state-bar.tsx'

type Props = { ceremony: Ceremony; place: ListPlace; at: string; may: May }

// How many names before the end of the loaded queue the next page is fetched.
const ahead = 5

/** The names of a list, one by one: each is confirmed, corrected, or queried, by keyboard. */
export function CheckView({ ceremony, place, at, may }: Props) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const queue = useInfiniteQuery(queueQuery(ceremony.id, place))
  const rows: EntryRow[] = queue.data?.pages.flatMap(({ items }) => items) ?? []
  const ids = rows.map(({ id }) => id)
  const over = at === 'end'
  const current = at || ids[0] || ''
  const index = over ? ids.length : ids.indexOf(current)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = queue
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && index >= ids.length - ahead) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, index, ids.length])
  const total = Math.max(ids.length, hasNextPage ? ids.length + 1 : 0)
  const address = (entry: string) =>
    `/ceremonies/${ceremony.id}${searchOf({ ...place, state: 'all' }, { check: place.state, entry })}`
  const back = `/ceremonies/${ceremony.id}${searchOf(place)}`
  // The name is not in the queue, because it was opened by its URL. The next one is then the first of the queue.
  const next = () => navigate(address(ids[index + 1] ?? (hasNextPage ? current : 'end')))
  const previous = () => {
    const before = ids[index - 1]
    if (before) navigate(address(before))
  }
  const { counts } = ceremony
  return (
    <>
      <BackLink to={back}>{ceremony.title[locale]}</BackLink>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <PageTop title={t('ceremonies.check')} />
        {index >= 0 && !over && (
          <>
            <p className="mb-5 text-ink-2">
              {t('ceremonies.place-of', { place: index + 1, total: hasNextPage ? `${total}+` : total })}
            </p>
            <ProgressBar
              className="mb-5 h-2.5 max-w-60"
              label={t('ceremonies.steps')}
              done={index}
              total={Math.max(total, 1)}
            />
          </>
        )}
        {place.state === 'look' && !over && counts.collected > counts.look && (
          <p className="mb-5 grow text-right text-ink-2 max-lg:text-left">
            {t('ceremonies.check-only')} ·{' '}
            <Link href={`/ceremonies/${ceremony.id}?check=collected`} className="link">
              {t('ceremonies.check-all', { count: said(counts.collected) })}
            </Link>
          </p>
        )}
      </div>
      <Loaded query={queue} lines={8}>
        {() =>
          over || !current ? (
            <Over ceremony={ceremony} place={place} back={back} />
          ) : (
            <Reading
              key={current}
              id={current}
              ceremony={ceremony}
              may={may}
              first={index <= 0}
              onNext={next}
              onPrevious={previous}
            />
          )
        }
      </Loaded>
    </>
  )
}

function Reading(props: {
  id: string
  ceremony: Ceremony
  may: May
  first: boolean
  onNext: () => void
  onPrevious: () => void
}) {
  const { id, ...rest } = props
  const query = useQuery(entryQuery(id))
  return (
    <Loaded query={query} lines={8}>
      {(entry) => <EntryReading entry={entry} {...rest} />}
    </Loaded>
  )
}

/** The end of the names: what is left, and the next link. */
function Over({ ceremony, place, back }: { ceremony: Ceremony; place: ListPlace; back: string }) {
  const t = useT()
  const { counts } = ceremony
  const rest = place.state === 'look' && counts.collected > 0
  const papers = useQuery({ ...papersQuery(ceremony.id), enabled: ceremony.paper })
  const prints = papers.data?.items.reduce((all, one) => all + one.prints, 0)
  return (
    <EmptyState
      art="lamp"
      title={t(
        rest
          ? 'ceremonies.all-looked-at'
          : counts.collected > 0
            ? 'ceremonies.to-check-some'
            : 'ceremonies.all-checked',
        {
          count: said(counts.collected),
        },
      )}
      text={
        rest
          ? t('ceremonies.all-looked-at-text')
          : prints !== undefined
            ? t('ceremonies.all-checked-text', { count: prints })
            : undefined
      }
    >
      {counts.collected > 0 && (
        <Link ref={takesFocus} href={`/ceremonies/${ceremony.id}?check=collected`} className={buttonClass('primary')}>
          {t('ceremonies.check-all', { count: said(counts.collected) })}
        </Link>
      )}
      <Link ref={counts.collected > 0 ? undefined : takesFocus} href={back} className={buttonClass()}>
        {t('office.field.list')}
      </Link>
    </EmptyState>
  )
}

/** Focuses the next link, so that keyboard users press Enter once more. */
function takesFocus(link: HTMLAnchorElement | null) {
  link?.focus({ preventScroll: true })
}
