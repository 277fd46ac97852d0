import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { refresh } from '../kit/query/refresh.ts'
import { SearchBox } from '../kit/list/search-box.tsx'
import { AlsoWritten } from './also-written.tsx'
import { PublishWords, type PublishedWords } from './publish-words.tsx'
import { JustPublishedWords } from './published-words.tsx'
import { WordEditor } from './word-editor.tsx'
import { WordFilters } from './word-filters.tsx'
import { useNear } from '../kit/list/use-near.ts'
import { WordList } from './word-list.tsx'
import { WordPlaceSelect } from './word-place-select.tsx'
import { baseOf, placeOf, searchOf, wordsQuery, writtenQuery, type Place } from './word-queries.ts'

/** All messages of the program in both languages, which the office rewords and publishes together. */
export function WordsPage({ user, id }: Pick<PageProps, 'user' | 'id'>) {
  const t = useT()
  const client = useQueryClient()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const [publishing, setPublishing] = useState(false)
  const [published, setPublished] = useState<PublishedWords>()
  const list = useInfiniteQuery(wordsQuery(place))
  const elsewhere = writtenQuery(place)
  const found = useQuery(elsewhere).data
  const written = elsewhere.enabled ? found : undefined
  const first = list.data?.pages[0]
  const waiting = first?.waiting ?? 0
  const open = baseOf(id)
  const opened = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) opened.current?.scrollIntoView({ block: 'start' })
  }, [open])
  const near = useNear(() => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  })
  const go = (next: Partial<Place>) => navigate(`/words${searchOf({ ...place, ...next })}`)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="min-w-0 grow basis-80">
          <PageTop
            title={t('words.top')}
            text={first && t('words.text', { count: thousands(first.every) })}
            keepFocus={id !== ''}
          />
        </div>
        <Link href="/words/point" className={buttonClass('plain', 'mb-5')}>
          <Icon name="eye" />
          {t('words.point')}
        </Link>
        <Button kind="primary" className="mb-5" disabled={waiting === 0} onClick={() => setPublishing(true)}>
          {waiting === 0 ? t('words.nothing-to-publish') : t('words.publish', { count: waiting })}
        </Button>
      </div>
      {published && (
        <JustPublishedWords key={published.batch} published={published} onOver={() => setPublished(undefined)} />
      )}
      <div className="mb-3 grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchBox label={t('words.find')} value={place.q} onSearch={(q) => go({ q })} />
        <WordPlaceSelect value={place.use} onChange={(use) => go({ use })} />
      </div>
      <div className="mb-4">
        <WordFilters place={place} page={first} />
        {place.q && first && !list.isPlaceholderData && (
          <p role="status" className="mt-2 text-right text-sm text-ink-2">
            {t('words.found', { count: first.total, q: place.q })}
            {written && written.total > 0 && ` · ${t('words.found-written', { count: written.total })}`}
          </p>
        )}
      </div>
      {/* Above the list, because editing may remove the message from the current list. */}
      {open && (
        <div ref={opened} className="scroll-mt-24">
          <Panel className="mb-4 overflow-hidden border-l-4 border-l-cinnabar !p-0" aria-label={open}>
            <p className="px-5 pt-4 font-mono text-sm wrap-anywhere text-ink-2">{open}</p>
            <WordEditor key={open} base={open} userId={user.id} />
          </Panel>
        </div>
      )}
      <Panel className="overflow-hidden !p-0" aria-label={t('words.top')}>
        <KeyedList
          query={list}
          filling
          count={first && { total: first.total, more: false }}
          words={{ shown: 'words.shown' }}
          empty={
            <EmptyState
              art="sutra"
              title={t(place.filter === 'all' ? 'office.none-found' : `words.none-${place.filter}`)}
            />
          }
        >
          {(rows) => (
            <>
              <WordList rows={rows} counts={first?.counts ?? {}} open={open} place={place} />
              <span ref={near} />
            </>
          )}
        </KeyedList>
        {written && <AlsoWritten written={written} />}
      </Panel>
      {publishing && (
        <PublishWords
          onClose={() => setPublishing(false)}
          onDone={(done) => {
            setPublishing(false)
            setPublished(done)
            void refresh(client, 'words')
          }}
        />
      )}
    </>
  )
}
