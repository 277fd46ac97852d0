import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { staffRolesOf } from '../kit/session/roles.ts'
import { SearchBox } from '../kit/list/search-box.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryView } from './entry-view.tsx'
import { ExportMessages } from './export-messages.tsx'
import { inboxQuery, pagesOf, placeOf, searchOf, type Place } from './inbox-queries.ts'
import { InboxTabs } from './inbox-tabs.tsx'

/** The messages to the temple: the list, and beside it, or instead of it on narrow screens, the open message. */
export function InboxPage({ user, id }: Pick<PageProps, 'user' | 'id'>) {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const [exporting, setExporting] = useState(false)
  const list = useQuery(inboxQuery(place, useLocale()))
  const go = (next: Partial<Place>) => navigate(`/inbox${searchOf({ ...place, page: 1, ...next })}`)
  const mayExport = staffRolesOf(user.roles).some((role) => role === 'editor' || role === 'admin')
  const narrow = id ? 'max-xl:hidden' : ''
  return (
    <>
      <div className={`flex flex-wrap items-start justify-between gap-x-6 ${id ? 'max-xl:sr-only' : ''}`}>
        <PageTop title={t('inbox.top')} keepFocus={id !== ''} />
        {mayExport && (
          <Button icon="download" className={`mb-4 ${narrow}`} onClick={() => setExporting(true)}>
            {t('office.export')}
          </Button>
        )}
      </div>
      <div className={`mb-4 flex flex-wrap items-center justify-between gap-3 ${narrow}`}>
        <InboxTabs place={place} counts={list.data?.counts} />
        <SearchBox
          label={t('inbox.search')}
          value={place.q}
          onSearch={(q) => go({ q })}
          className="w-full sm:w-auto sm:grow xl:max-w-80"
        />
      </div>
      <div className="items-start gap-4 xl:grid xl:grid-cols-[17rem_minmax(0,1fr)]">
        <div className={narrow}>
          <Loaded query={list}>
            {(data) => (
              <>
                {data.items.length === 0 ? (
                  <EmptyState art="sutra" title={t(place.q ? 'office.none-found' : `inbox.none-${place.tab}`)} />
                ) : (
                  <EntryList rows={data.items} place={place} open={id} />
                )}
                <Pages place={place} pages={pagesOf(data)} onGo={(page) => go({ page })} />
              </>
            )}
          </Loaded>
        </div>
        {id ? (
          <div>
            <BackLink to={`/inbox${searchOf(place)}`} className="mb-3 xl:hidden">
              {t('inbox.top')}
            </BackLink>
            <EntryView key={id} id={id} />
          </div>
        ) : (
          <p className="p-10 text-center text-ink-2 max-xl:hidden">{t('inbox.follow')}</p>
        )}
      </div>
      <Dialog open={exporting} onClose={() => setExporting(false)} title={t('office.export')}>
        {exporting && <ExportMessages onClose={() => setExporting(false)} />}
      </Dialog>
    </>
  )
}

function Pages({ place, pages, onGo }: { place: Place; pages: number; onGo: (page: number) => void }) {
  const t = useT()
  if (pages < 2) return null
  return (
    <nav aria-label={t('invoice.pages')} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <Button disabled={place.page <= 1} onClick={() => onGo(place.page - 1)}>
        {t('inbox.page-back')}
      </Button>
      <p>{t('invoice.page', { page: place.page, pages })}</p>
      <Button disabled={place.page >= pages} onClick={() => onGo(place.page + 1)}>
        {t('inbox.page-on')}
      </Button>
    </nav>
  )
}
