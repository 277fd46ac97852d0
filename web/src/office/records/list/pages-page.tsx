import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { api, newIdempotencyKey } from '../../../api/client.ts'
import { toastUnexpected } from '../../../forms/use-act.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toastTold, whyNot } from '../../kit/act/why-not.ts'
import { dismissToast } from '../../../ui/toast-store.ts'
import { LoadMoreSentinel } from '../../kit/list/load-more-sentinel.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { reordered } from '../../kit/list/order.ts'
import { PageTop } from '../../kit/layout/page-top.tsx'
import { guarded } from '../../kit/session/session-gate.ts'
import { useIncrementalList } from '../../kit/list/use-incremental-list.ts'
import { BannerRows } from '../kinds/banner/banner-rows.tsx'
import { CopyRecord } from './copy-record.tsx'
import { HomeParts } from './home-parts.tsx'
import { NewRecord } from './new-record.tsx'
import { recordColumns, RecordRow } from './record-row.tsx'
import { asAdded, asCopied, factsOf, listPath, type RecordKind } from '../../kit/site/record-kinds.ts'
import {
  recordList,
  catalogueKinds,
  textKinds,
  titleOf,
  type RecordList,
  type Summary,
  type TextKind,
} from '../record-queries.ts'
import { SideCards } from './side-cards.tsx'

const filters = ['all', 'missing', 'older', 'changed', 'scheduled'] as const
type Filter = (typeof filters)[number]

const fits: Record<Filter, (one: Summary) => boolean> = {
  all: () => true,
  missing: (one) => one.en.state === 'missing' || one.zh.state === 'missing',
  older: (one) => one.older > 0,
  scheduled: (one) => one.schedules.length > 0,
  changed: (one) => [one.en.state, one.zh.state].some((state) => state === 'changed' || state === 'draft'),
}

/** The texts of the site: about-us pages in menu order, FAQ, policies. */
export function PagesPage() {
  const said = new URLSearchParams(useSearch()).get('kind')
  const kind = textKinds.find((one) => one === said) ?? textKinds[0]
  return <RecordsPage kind={kind} above={kind === textKinds[0] && <HomeParts />} />
}

/** The banners of the home page. */
export function BannersPage() {
  return <RecordsPage kind="banner" ownRows={BannerRows} />
}

/** The offerings, and the categories of the catalogue. */
export function OfferingsPage() {
  const said = new URLSearchParams(useSearch()).get('kind')
  return <RecordsPage kind={catalogueKinds.find((one) => one === said) ?? catalogueKinds[0]} />
}

/** The saved replies of the inbox. */
export function TextsPage() {
  return <RecordsPage kind="message" />
}

/** The forms of offerings. */
export function FormsPage() {
  return <RecordsPage kind="form" />
}

type ListProps = {
  kind: Exclude<RecordKind, 'place' | 'event'>
  /** Above the list. */
  above?: ReactNode
  /** The rows of a kind whose list shows more than titles. */
  ownRows?: typeof BannerRows
}

function RecordsPage({ kind, above, ownRows }: ListProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const { area } = factsOf(kind)
  const [filter, setFilter] = useState<Filter>('all')
  const [adding, setAdding] = useState(false)
  const [copying, setCopying] = useState<Summary>()
  const copied = asCopied(kind)
  const added = asAdded(kind)
  const tabs = [textKinds, catalogueKinds].find((all) => all.some((one) => one === kind))
  const query = useQuery(recordList(kind))
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageTop title={t(`office.area-${area}`)} text={t(`records.text-${kind}`)} />
        {added && (
          <Button kind="primary" icon="plus" className="mb-4" onClick={() => setAdding(true)}>
            {t(`records.new-${added}`)}
          </Button>
        )}
      </div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        {tabs ? <Tabs kind={kind} kinds={tabs} /> : <span />}
        <label className="flex items-center gap-2">
          <span className="sr-only">{t('records.filter')}</span>
          <select
            className="field min-h-12 w-auto"
            value={filter}
            onChange={(event) => setFilter(filters.find((one) => one === event.target.value) ?? 'all')}
          >
            {filters.map((one) => (
              <option key={one} value={one}>
                {t(`records.filter-${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {above}
      <Loaded query={query}>
        {(list) => (
          <>
            {list.items.length === 0 ? (
              <EmptyState art="sutra" title={t(`records.none-${kind}`)} text={t(`records.none-${kind}-text`)} />
            ) : (
              <Rows
                key={`${kind} ${filter}`} // a new list is scrolled to its top
                list={list}
                kind={kind}
                ownRows={ownRows}
                filter={filter}
                now={query.dataUpdatedAt}
                onAll={() => setFilter('all')}
                onCopy={copied && setCopying}
              />
            )}
            <SideCards list={list} />
          </>
        )}
      </Loaded>
      {copying && copied && <CopyRecord record={copying} kind={copied} onClose={() => setCopying(undefined)} />}
      {adding && added && (
        <NewRecord kind={added} onClose={() => setAdding(false)} onMade={(id) => navigate(`/${area}/${id}`)} />
      )}
    </>
  )
}

type TabKind = TextKind | (typeof catalogueKinds)[number]

function Tabs({ kind, kinds }: { kind: RecordKind; kinds: readonly TabKind[] }) {
  const t = useT()
  const lists = useQueries({ queries: kinds.map((one) => recordList(one)) })
  return (
    <nav aria-label={t('records.kinds')} className="flex flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5">
      {kinds.map((one, i) => (
        <Link
          key={one}
          href={listPath(one)}
          aria-current={one === kind ? 'page' : undefined}
          className={`flex min-h-11 items-center gap-2 rounded-[1.1rem] px-4 font-bold ${one === kind ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
        >
          {t(`records.kind-${one}`)}
          {lists[i]?.data && (
            <span className="rounded-full bg-gold-1 px-2 text-sm text-gold-7">{lists[i].data.items.length}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function Rows(props: {
  list: RecordList
  kind: ListProps['kind']
  ownRows: ListProps['ownRows']
  filter: Filter
  /** When the list was loaded. */
  now: number
  onAll: () => void
  onCopy?: (record: Summary) => void
}) {
  const { list, kind, filter, onCopy, ownRows: OwnRows } = props
  const t = useT()
  const locale = useLocale()
  const rows = useId()
  const shown = list.items.filter(fits[filter])
  const drawn = useIncrementalList(shown)
  const move = useMove(kind, drawn.reach)
  const { fixed, unordered } = factsOf(kind)
  const ordered = !fixed && !unordered && filter === 'all'
  if (shown.length === 0)
    return (
      <EmptyState art="sutra" title={t('office.none-found')}>
        <Button onClick={props.onAll}>{t('records.filter-all')}</Button>
      </EmptyState>
    )
  const told = (
    <p role="status" className="sr-only">
      {move.moved && t('records.moved', { title: titleOf(move.moved.record, locale), place: move.moved.place })}
    </p>
  )
  if (OwnRows)
    return (
      <>
        <OwnRows items={shown} now={props.now} onMove={ordered ? move.to : undefined} />
        {told}
      </>
    )
  return (
    <>
      <div
        aria-hidden="true"
        className={`grid gap-x-3 rounded-t-card bg-paper-2 px-5 py-3 font-bold text-ink-2 max-lg:hidden ${recordColumns(!!onCopy)}`}
      >
        <span>{t(`records.column-${kind}`)}</span>
        <span>English</span>
        <span lang="zh-Hans">中文</span>
        <span>{t('records.column-changed')}</span>
        {onCopy ? (
          <span className="text-right">{t(ordered ? 'records.column-copy' : 'records.copy-do')}</span>
        ) : (
          ordered && <span className="pl-3">{t('records.column-move')}</span>
        )}
      </div>
      <ol className="card divide-y divide-line overflow-hidden lg:rounded-t-none">
        {drawn.rows.map((one, i) => (
          <RecordRow
            key={one.id}
            record={one}
            list={rows}
            at={i}
            count={shown.length}
            onMove={ordered ? move.to : undefined}
            onCopy={onCopy}
          />
        ))}
      </ol>
      <LoadMoreSentinel drawn={drawn} />
      {told}
    </>
  )
}

/**
 * Moves a record below another one. The list shows it at once, and reverts if it is refused. `reach` renders rows up to
 * its new index.
 */
function useMove(kind: RecordKind, reach: (count: number) => void) {
  const client = useQueryClient()
  const key = recordList(kind).queryKey
  const [moved, setMoved] = useState<{ record: Summary; place: number }>()
  const told = useRef<number>(undefined)
  const { mutate } = useMutation({
    mutationFn: ({ record, after }: { record: Summary; after: string; place: number }) =>
      guarded(() =>
        api.post('/api/admin/record/{id}/move', {
          params: { id: record.id },
          body: { after },
          idempotencyKey: newIdempotencyKey(), // repeating it changes nothing
        }),
      ),
    onMutate: async ({ record, after, place }) => {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, (list) => {
        const rest = list?.items.filter(({ id }) => id !== record.id) ?? []
        rest.splice(rest.findIndex(({ id }) => id === after) + 1, 0, record)
        return list && { ...list, items: rest }
      })
      setMoved({ record, place })
    },
    onSuccess: (result) => {
      if (result.status !== 200) told.current = toastTold(whyNot(result))
      else if (told.current) dismissToast(told.current)
    },
    onError: () => toastUnexpected(),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  // A stable function, so that memoised rows are not rendered again.
  const to = useCallback(
    (from: number, place: number) => {
      const items = client.getQueryData(recordList(kind).queryKey)?.items ?? []
      const record = items[from]
      const above = reordered(items, from, place)[place - 1]
      reach(place + 1)
      if (record) mutate({ record, after: above?.id ?? '', place: place + 1 })
    },
    [client, kind, mutate, reach],
  )
  return { moved, to }
}
